// Builds the libraries of the studio's page, with their licences. Run `npm install` in this folder before.

import { build } from "esbuild";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const to = join(here, "../../pnp/extensions/studio/static/vendor");
const names = new Map();
for (const library of ["codemirror", "tabulator"]) {
  const result = await build({
    entryPoints: [join(here, `${library}.js`)], outfile: join(to, `${library}.js`),
    bundle: true, minify: true, format: "esm", legalComments: "none", metafile: true,
  });
  for (const path of Object.keys(result.metafile.inputs)) {
    const name = path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1];
    if (name) names.set(name, join(here, "node_modules", name));
  }
}
copyFileSync(join(here, "node_modules/tabulator-tables/dist/css/tabulator_simple.min.css"), join(to, "tabulator.css"));
const style = join(to, "tabulator.css");
writeFileSync(style, readFileSync(style, "utf8").replace(/\n?\/\*# sourceMappingURL.*?\*\//, ""));
const texts = [...names].sort().map(([name, folder]) => {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const licence = ["LICENSE", "LICENSE.md", "LICENSE.txt"].map((file) => join(folder, file)).find(existsSync);
  return `${name} ${version}\n\n${licence ? readFileSync(licence, "utf8").trim() : ""}\n`;
});
writeFileSync(join(to, "LICENSES.txt"), texts.join("\n----------------------------------------\n\n"));
