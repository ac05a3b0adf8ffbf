// Python in this worker: the runtime, its library and ours, all from beside the page.
import { filesIn, unpacked } from "./files";
import { dropImage, keepImage, keptImage } from "./image";

/** The calls of `quartett.browser.worker.Engine`; each answers with JSON. */
export interface Engine {
  version: string;
  known(table: string): number;
  catch_up(table: string, saved: string | null, rows: string): string;
  request(method: string, path: string, body: string | null, now: number): string;
  step(job: number): string;
  frame(client: string, text: string, now: number): string;
  think(table: string, seat: number): string;
  bot_move(table: string, seat: number, since: number, form: string, now: number): string;
  time_out(table: string, now: number): string;
  pause(table: string, beat: number, now: number): string;
  due(table: string): string;
  rename(name: string): void;
  gone(client: string): void;
  forget(table: string): void;
}

interface Calls {
  Engine: (user: string, name: string) => Engine;
  /** Imports what games need, so that an image of memory has it. */
  prepare(): void;
  /** Whatever an image must not share with other visits. */
  awake(): void;
}

interface Pyodide {
  runPython(code: string): unknown;
  pyimport(module: string): Calls;
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  FS: { mkdirTree(path: string): void; writeFile(path: string, content: Uint8Array, options: { canOwn: boolean }): void };
}

interface Module {
  HEAP8: Int8Array;
  HEAP32: Int32Array;
  __PyRuntime: number;
  __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: number;
  _malloc(bytes: number): number;
  API: { restoreSnapshot(image: Uint8Array): unknown };
}

const LIBRARY = "/library";
/** Nothing is loaded from Pyodide's own package index. */
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14", version: "" }, packages: {} };

type Files = Map<string, Uint8Array<ArrayBuffer>>;

export interface Loaded {
  make: Calls["Engine"];
  isFromImage: boolean;
}

/** `base`: the folder of the engine's files. */
export async function loadEngine(base: string): Promise<Loaded> {
  const [library, image] = await Promise.all([read(base), keptImage(base)]);
  if (image) {
    try {
      return { make: (await awoken(base, library, image)).Engine, isFromImage: true };
    } catch (reason) {
      console.warn(reason);
      await dropImage(base);
    }
  }
  return { make: (await started(base, library)).Engine, isFromImage: false };
}

/** Makes an image of memory for later visits, unless there is one. */
export async function makeImage(base: string): Promise<void> {
  if (await keptImage(base)) return;
  const library = await read(base);
  const python = await loadPython(base, library, { _makeSnapshot: true });
  install(python, library);
  python.runPython("import quartett.browser.worker as calls; calls.prepare(); del calls; import gc; gc.collect()");
  await keepImage(base, python.makeMemorySnapshot());
}

async function started(base: string, library: Files): Promise<Calls> {
  const python = await loadPython(base, library, {});
  install(python, library);
  return python.pyimport("quartett.browser.worker");
}

async function awoken(base: string, library: Files, image: Uint8Array<ArrayBuffer>): Promise<Calls> {
  const python = await loadPython(base, library, { _loadSnapshot: image });
  write(python, library);
  const calls = python.pyimport("quartett.browser.worker");
  calls.awake();
  return calls;
}

async function loadPython(base: string, library: Files, more: object): Promise<Pyodide> {
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as { loadPyodide(options: object): Promise<Pyodide> };
  const { default: create } = (await import(/* @vite-ignore */ `${base}pyodide.asm.mjs`)) as { default(settings: object): Promise<Module> };
  // Compiled modules are linked before Python starts: only so are they at the same place with and without an image.
  const dynamicLibraries = compiledIn(library).map((name) => `${LIBRARY}/${name}`);
  const createPyodideModule = async (settings: object) => {
    const module = await create(Object.assign(settings, { dynamicLibraries }));
    fitImages(module);
    return module;
  };
  return loadPyodide({ indexURL: base, lockFileContents: LOCK, packageBaseUrl: base, createPyodideModule, ...more });
}

/** Makes room for an image that has grown, and keeps what depends on the browser as it is here. */
function fitImages(module: Module): void {
  const restore = module.API.restoreSnapshot;
  module.API.restoreSnapshot = (image) => {
    if (image.length > module.HEAP8.length) module._malloc(image.length - module.HEAP8.length);
    const offset = module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4]!;
    const place = (module.__PyRuntime + offset) / 4;
    const trampoline = module.HEAP32[place]!;
    const state = restore(image);
    module.HEAP32[place] = trampoline;
    return state;
  };
}

function compiledIn(library: Files): string[] {
  return [...library.keys()].filter((name) => name.endsWith(".so"));
}

function install(python: Pyodide, library: Files): void {
  write(python, library);
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(LIBRARY)})`);
}

function write(python: Pyodide, library: Files): void {
  for (const [name, content] of library) {
    const path = `${LIBRARY}/${name}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content, { canOwn: true });
  }
}

/** Reads everything at once, and hands Pyodide what it will ask for: we keep its files compressed. */
async function read(base: string): Promise<Files> {
  const [runtime, standard] = [`${base}pyodide.asm.wasm`, `${base}python_stdlib.zip`];
  const [zip, archive] = await Promise.all([bytesOf(standard), bytesOf(`${base}library`), compile(runtime)]);
  const library = filesIn(archive);
  const answers = new Map<string, BodyInit | null>([[runtime, null], [standard, zip]]);
  for (const name of compiledIn(library)) answers.set(new URL(`${base}${LIBRARY}/${name}`).href, library.get(name)!);
  const plain = self.fetch.bind(self);
  self.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    return answers.has(url) ? new Response(answers.get(url)) : plain(input, init);
  };
  return library;
}

async function bytesOf(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await unpacked(`${file}.gz`)).arrayBuffer());
}

/** Pyodide would compile itself only when everything else has been read, and wait for ever if that failed. */
async function compile(runtime: string): Promise<void> {
  const module = await WebAssembly.compileStreaming(await unpacked(`${runtime}.gz`, "application/wasm"));
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module, instance: await WebAssembly.instantiate(module, imports) });
}
