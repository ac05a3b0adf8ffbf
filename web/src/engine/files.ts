// Files of the engine: compressed as they are kept, and the library as one file that holds many.

/** A file that may be compressed, as the answer that its plain form would be. */
export async function unpacked(url: string, type = "application/octet-stream", ask: typeof fetch = fetch): Promise<Response> {
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

/** Names and contents: the file begins with a line of JSON that says how long each of the others is. */
export function filesIn(archive: Uint8Array<ArrayBuffer>): Map<string, Uint8Array<ArrayBuffer>> {
  let at = archive.indexOf(10) + 1;
  const sizes = JSON.parse(new TextDecoder().decode(archive.subarray(0, at))) as Record<string, number>;
  return new Map(Object.entries(sizes).map(([name, size]) => [name, archive.subarray(at, (at += size))]));
}
