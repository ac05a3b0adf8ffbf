// The rulebooks of `docs/rules`, turned into HTML while the page is built.
import { marked } from "marked";
import type { Plugin } from "vite";

export function rulebooks(): Plugin {
  return {
    name: "quartett-rulebooks",
    enforce: "pre",
    transform(code, id) {
      if (!/docs[\\/]rules[\\/]\w+\.(de|fr|en)\.md$/.test(id)) return null;
      const html = marked.parse(code.replace(/^# .*\n/, ""), { async: false });
      return { code: `export default ${JSON.stringify(wide(html))};`, map: null };
    },
  };
}

/** Tables get a frame that scrolls on a narrow screen. */
function wide(html: string): string {
  return html.replaceAll("<table>", '<div class="scroll" tabindex="0" role="region"><table>').replaceAll("</table>", "</table></div>");
}
