// Packs the engine: Python itself, its library and ours, compiled by the very Python that will run them.
//   node pack.mjs OUT SOURCES.zip MSGSPEC.whl
// Files are put together and then compressed as a whole: a better ratio, and nothing to inflate file by file.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const [out, sources, wheel] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const runtime = join(here, "..", "node_modules", "pyodide");

// An error inside the runtime would print its whole source, a line of a megabyte.
process.on("uncaughtException", (error) => {
  console.error(String(error.stack ?? error).slice(-4000));
  process.exit(1);
});

const { loadPyodide } = await import(join(runtime, "pyodide.mjs"));
const python = await loadPyodide({ indexURL: runtime });
const bytes = (path) => new Uint8Array(readFileSync(path));
python.FS.writeFile("/stdlib.zip", bytes(join(runtime, "python_stdlib.zip")));
python.FS.writeFile("/sources.zip", bytes(sources));
python.FS.writeFile("/msgspec.whl", bytes(wheel));
python.runPython(readFileSync(join(here, "pack.py"), "utf8"));

mkdirSync(out, { recursive: true });
for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) copyFileSync(join(runtime, name), join(out, name));
writeFileSync(join(out, "games.json"), python.FS.readFile("/games.json"));
const packed = {
  "pyodide.asm.wasm.gz": bytes(join(runtime, "pyodide.asm.wasm")),
  "python_stdlib.zip.gz": python.FS.readFile("/packed-stdlib.zip"),
  "library.gz": python.FS.readFile("/packed-library"),
};
for (const [name, content] of Object.entries(packed)) writeFileSync(join(out, name), gzipSync(content, { level: 9 }));
