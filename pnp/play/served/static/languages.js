// Which of a game's languages a page begins in.

/** The language to begin with: the one that was chosen here last, else one that the reader's browser asks for. */
export function firstLanguage(languages, chosen) {
  if (languages.includes(chosen)) return chosen;
  const codes = languages.map((code) => code.replace("_", "-").toLowerCase());
  for (const asked of navigator.languages || []) {
    const [full, base] = [asked.toLowerCase(), asked.toLowerCase().split("-")[0]];
    const found = [full, base].map((code) => codes.indexOf(code)).find((number) => number >= 0)
      ?? codes.findIndex((code) => code.split("-")[0] === base);
    if (found >= 0) return languages[found];
  }
  return languages[0];
}
