// The rulebooks of `docs/rules`, turned into HTML while the page is built.
import { marked } from "marked";
import type { Plugin } from "vite";

export function rulebooks(): Plugin {
  return {
    name: "quartett-rulebooks",
    enforce: "pre",
    transform(code, id) {
      if (!/docs[\\/]rules[\\/]\w+\.(de|fr|en)\.md$/.test(id)) return null;
      // The pictures belong to the documentation; the page draws its own examples.
      const text = code.replace(/^# .*\n/, "").replace(/^!\[.*\)\n\n/gm, "");
      const html = marked.parse(text, { async: false });
      return { code: `export default ${JSON.stringify(wide(html))};`, map: null };
    },
  };
}

/** Tables get a frame that scrolls on a narrow screen. */
function wide(html: string): string {
  return html.replaceAll("<table>", '<div class="scroll" tabindex="0" role="region"><table>').replaceAll("</table>", "</table></div>");
}
