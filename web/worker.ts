// Writes the service worker with the list of all files of the built page.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";

export function serviceWorker(): Plugin {
  return {
    name: "quartett-service-worker",
    apply: "build",
    generateBundle(_, bundle) {
      const made = Object.keys(bundle).filter((name) => name !== "index.html");
      const files = ["./", ...made, ...readdirSync("public")].sort();
      const index = bundle["index.html"];
      const version = createHash("sha256").update(files.join("\n"));
      if (index?.type === "asset") version.update(index.source);
      const source = readFileSync("sw.js", "utf8")
        .replace("__FILES__", JSON.stringify(files))
        .replace("__VERSION__", version.digest("hex").slice(0, 12));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
