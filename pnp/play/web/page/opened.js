// A page that was opened as a file, or whose scripts do not come, shows its note; this runs before anything is shown.

const { classList } = document.documentElement;
if (location.protocol !== "file:") classList.add("served");
addEventListener("error", ({ target }) => target.localName === "script" && classList.remove("served"), { capture: true });
