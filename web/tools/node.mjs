// Runs a Python script with the built engine, under Node:  node tools/node.mjs SCRIPT [ARGUMENT…]
// What browsers do to load it is in src/engine/python.ts; this is the same with files instead of requests.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const [script, ...rest] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(join(web, ".cache/engine/manifest.json"), "utf8"));
const engine = join(web, ".cache/engine", version);

// An error inside the runtime would print its whole source, a line of a megabyte.
process.on("uncaughtException", (error) => {
  console.error(String(error.stack ?? error).slice(-4000));
  process.exit(1);
});

const folder = mkdtempSync(join(tmpdir(), "quartett-engine-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const name of ["pyodide.asm.wasm", "python_stdlib.zip"]) {
  writeFileSync(join(folder, name), gunzipSync(readFileSync(join(engine, `${name}.gz`))));
}
for (const name of ["pyodide.mjs", "pyodide.asm.mjs"]) copyFileSync(join(engine, name), join(folder, name));
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")).href);
const lock = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14", version: "" }, packages: {} };
const python = await loadPyodide({ indexURL: folder, lockFileContents: lock, packageBaseUrl: folder });
const library = gunzipSync(readFileSync(join(engine, "library.gz")));
let start = library.indexOf("\n") + 1;
for (const [name, size] of Object.entries(JSON.parse(library.subarray(0, start)))) {
  const path = `/library/${name}`;
  python.FS.mkdirTree(dirname(path));
  python.FS.writeFile(path, library.subarray(start, (start += size)));
}
python.FS.mkdirTree("/host");
python.FS.mount(python.FS.filesystems.NODEFS, { root: "/" }, "/host");
python.globals.set("ARGUMENTS", python.toPy(rest));
// For measurements: seconds of CPU of this thread (compilers of WebAssembly run beside it), and bytes of Python's memory.
const SCHEDULED = "/proc/self/schedstat";
const cpuSeconds = existsSync(SCHEDULED)
  ? () => Number(readFileSync(SCHEDULED, "utf8").split(" ")[0]) / 1e9
  : () => process.cpuUsage().user / 1e6;
python.globals.set("CPU_SECONDS", cpuSeconds);
python.globals.set("MEMORY_BYTES", () => python._module.HEAP8.length);
python.runPython("import sys; sys.path.insert(0, '/library')");
try {
  python.runPython(readFileSync(script, "utf8"));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
