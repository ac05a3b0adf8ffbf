// Python in this worker: the runtime, its library and ours, all from beside the page.

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

interface Pyodide {
  unpackArchive(archive: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
  pyimport(module: string): { Engine: (user: string, name: string) => Engine };
}

const LIBRARY = "/library";
/** Nothing is loaded from Pyodide's own package index. */
const LOCK = { info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten", python: "3.14", version: "" }, packages: {} };

/** `base`: the folder of the engine's files. */
export async function loadEngine(base: string): Promise<(user: string, name: string) => Engine> {
  const library = unpacked(`${base}library.zip.gz`).then((answer) => answer.arrayBuffer());
  library.catch(() => {}); // it is awaited below
  packedIn(base);
  const { loadPyodide } = (await import(/* @vite-ignore */ `${base}pyodide.mjs`)) as {
    loadPyodide(options: object): Promise<Pyodide>;
  };
  const python = await loadPyodide({ indexURL: base, lockFileContents: LOCK, packageBaseUrl: base });
  python.unpackArchive(await library, "zip", { extractDir: LIBRARY });
  python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(LIBRARY)})`);
  return python.pyimport("quartett.browser.worker").Engine;
}

/** Pyodide asks for its files by `fetch`: those that we keep compressed are handed to it unpacked. */
function packedIn(base: string): void {
  const packed = new Map([
    [`${base}pyodide.asm.wasm`, "application/wasm"],
    [`${base}python_stdlib.zip`, "application/zip"],
  ]);
  const plain = self.fetch.bind(self);
  self.fetch = (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    const type = packed.get(url);
    return type ? unpacked(`${url}.gz`, type, plain) : plain(input, init);
  };
}

async function unpacked(url: string, type = "application/octet-stream", ask = fetch): Promise<Response> {
  const answer = await ask(url);
  if (!answer.ok || !answer.body) throw new TypeError(`${url}: ${answer.status}`);
  const [first, rest] = answer.body.tee();
  // Some hosts unpack files of this name themselves.
  const body = (await isPacked(first)) ? rest.pipeThrough(new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>) : rest;
  return new Response(body, { headers: { "content-type": type } });
}

async function isPacked(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<boolean> {
  const reader = stream.getReader();
  const { value } = await reader.read();
  void reader.cancel();
  return value?.[0] === 0x1f && value[1] === 0x8b;
}
