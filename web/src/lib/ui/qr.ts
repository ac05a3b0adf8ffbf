// A QR code for a link: bytes, error correction M, versions 1 to 10 (up to 213 bytes).

/** Rows of modules, true where dark; without the quiet zone. */
export function qr(text: string): boolean[][] {
  const data = new TextEncoder().encode(text);
  const version = VERSIONS.findIndex((one, at) => at > 0 && capacity(one, at) >= data.length);
  if (version < 0) throw new RangeError(`a link of ${data.length} bytes is too long for this code`);
  const words = interleave(padded(data, version), version);
  const grid = new Grid(version);
  grid.fill(words);
  return grid.masked();
}

interface Version {
  /** Error correction words of each block. */
  correction: number;
  /** Data words of each block. */
  blocks: number[];
  alignment: number[];
}

const VERSIONS: Version[] = [
  { correction: 0, blocks: [], alignment: [] },
  { correction: 10, blocks: [16], alignment: [] },
  { correction: 16, blocks: [28], alignment: [6, 18] },
  { correction: 26, blocks: [44], alignment: [6, 22] },
  { correction: 18, blocks: [32, 32], alignment: [6, 26] },
  { correction: 24, blocks: [43, 43], alignment: [6, 30] },
  { correction: 16, blocks: [27, 27, 27, 27], alignment: [6, 34] },
  { correction: 18, blocks: [31, 31, 31, 31], alignment: [6, 22, 38] },
  { correction: 22, blocks: [38, 38, 39, 39], alignment: [6, 24, 42] },
  { correction: 22, blocks: [36, 36, 36, 37, 37], alignment: [6, 26, 46] },
  { correction: 26, blocks: [43, 43, 43, 43, 44], alignment: [6, 28, 50] },
];

const total = (blocks: number[]) => blocks.reduce((sum, one) => sum + one, 0);
const lengthBits = (version: number) => (version < 10 ? 8 : 16);

function capacity(of: Version, version: number): number {
  return total(of.blocks) - Math.ceil((4 + lengthBits(version)) / 8);
}

/** The data words: mode, length, bytes, end, padding. */
function padded(data: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  push(0b0100, 4);
  push(data.length, lengthBits(version));
  for (const byte of data) push(byte, 8);
  const size = 8 * total(VERSIONS[version]!.blocks);
  push(0, Math.min(4, size - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < size; pad ^= 0xec ^ 0x11) push(pad, 8);
  const words: number[] = [];
  for (let at = 0; at < size; at += 8) words.push(bits.slice(at, at + 8).reduce((word, bit) => 2 * word + bit, 0));
  return words;
}

function interleave(words: number[], version: number): number[] {
  const { blocks, correction } = VERSIONS[version]!;
  let at = 0;
  const data = blocks.map((size) => words.slice(at, (at += size)));
  const checks = data.map((block) => remainder(block, correction));
  const out: number[] = [];
  for (let place = 0; place < Math.max(...blocks); place += 1) {
    for (const block of data) if (place < block.length) out.push(block[place]!);
  }
  for (let place = 0; place < correction; place += 1) for (const block of checks) out.push(block[place]!);
  return out;
}

// The field of 256 elements with x⁸ + x⁴ + x³ + x² + 1.
const POWER: number[] = [1];
for (let at = 1; at < 255; at += 1) {
  const doubled = POWER[at - 1]! * 2;
  POWER.push(doubled > 255 ? doubled ^ 0x11d : doubled);
}
const LOG = new Map(POWER.map((value, at) => [value, at]));

function times(a: number, b: number): number {
  return a && b ? POWER[(LOG.get(a)! + LOG.get(b)!) % 255]! : 0;
}

/** Reed–Solomon: what is left of the block after division by (x − 1)(x − 2)(x − 4)… */
function remainder(block: number[], count: number): number[] {
  let divisor = [1];
  for (let at = 0; at < count; at += 1) {
    const root = POWER[at]!;
    divisor = [...divisor, 0].map((value, place) => value ^ times(place > 0 ? divisor[place - 1]! : 0, root));
  }
  const rest = [...block, ...new Array<number>(count).fill(0)];
  for (let at = 0; at < block.length; at += 1) {
    const factor = rest[at]!;
    divisor.forEach((value, place) => (rest[at + place]! ^= times(value, factor)));
  }
  return rest.slice(block.length);
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

class Grid {
  private readonly size: number;
  private readonly dark: boolean[][];
  /** Modules that belong to the code's own signs, not to the data. */
  private readonly fixed: boolean[][];

  constructor(private readonly version: number) {
    this.size = 17 + 4 * version;
    this.dark = square(this.size);
    this.fixed = square(this.size);
    this.drawTiming();
    for (const [row, column] of [[3, 3], [3, this.size - 4], [this.size - 4, 3]] as const) this.drawFinder(row, column);
    this.drawAlignment();
    this.drawVersion();
    this.drawFormat(0);
  }

  fill(words: number[]): void {
    let bit = 0;
    for (const [row, column] of this.path()) {
      const word = words[bit >> 3];
      this.dark[row]![column] = word !== undefined && ((word >> (7 - (bit & 7))) & 1) === 1;
      bit += 1;
    }
  }

  /** The grid under the mask that disturbs a reader least. */
  masked(): boolean[][] {
    const grids = MASKS.map((mask, at) => {
      this.drawFormat(at);
      return this.dark.map((line, row) => line.map((dark, column) => dark !== (!this.fixed[row]![column] && mask(row, column))));
    });
    const costs = grids.map(penalty);
    return grids[costs.indexOf(Math.min(...costs))]!;
  }

  private set(row: number, column: number, dark: boolean): void {
    this.dark[row]![column] = dark;
    this.fixed[row]![column] = true;
  }

  private drawTiming(): void {
    for (let at = 0; at < this.size; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
  }

  private drawFinder(row: number, column: number): void {
    for (let dr = -4; dr <= 4; dr += 1) {
      for (let dc = -4; dc <= 4; dc += 1) {
        const [r, c] = [row + dr, column + dc];
        if (r < 0 || c < 0 || r >= this.size || c >= this.size) continue;
        const ring = Math.max(Math.abs(dr), Math.abs(dc));
        this.set(r, c, ring !== 2 && ring !== 4);
      }
    }
  }

  private drawAlignment(): void {
    const places = VERSIONS[this.version]!.alignment;
    const last = places.length - 1;
    places.forEach((row, i) =>
      places.forEach((column, j) => {
        const onFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
        if (onFinder) return;
        for (let dr = -2; dr <= 2; dr += 1) {
          for (let dc = -2; dc <= 2; dc += 1) this.set(row + dr, column + dc, Math.max(Math.abs(dr), Math.abs(dc)) !== 1);
        }
      }),
    );
  }

  private drawVersion(): void {
    if (this.version < 7) return;
    let rest = this.version;
    for (let at = 0; at < 12; at += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let at = 0; at < 18; at += 1) {
      const dark = ((bits >> at) & 1) === 1;
      const [a, b] = [this.size - 11 + (at % 3), Math.floor(at / 3)];
      this.set(a, b, dark);
      this.set(b, a, dark);
    }
  }

  /** Error correction M (00) and the mask, protected by a code of their own. */
  private drawFormat(mask: number): void {
    let rest = mask;
    for (let at = 0; at < 10; at += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const bit = (at: number) => ((bits >> at) & 1) === 1;
    for (let at = 0; at <= 5; at += 1) this.set(at, 8, bit(at));
    this.set(7, 8, bit(6));
    this.set(8, 8, bit(7));
    this.set(8, 7, bit(8));
    for (let at = 9; at < 15; at += 1) this.set(8, 14 - at, bit(at));
    for (let at = 0; at < 8; at += 1) this.set(8, this.size - 1 - at, bit(at));
    for (let at = 8; at < 15; at += 1) this.set(this.size - 15 + at, 8, bit(at));
    this.set(this.size - 8, 8, true);
  }

  /** Upwards and downwards in strips of two from the right, over all that is free. */
  private *path(): Iterable<[number, number]> {
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      const up = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step += 1) {
        const row = up ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) if (!this.fixed[row]![column]) yield [row, column];
      }
    }
  }
}

function square(size: number): boolean[][] {
  return Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
}

function penalty(grid: boolean[][]): number {
  const columns = grid.map((_, at) => grid.map((line) => line[at]!));
  const lines = [...grid, ...columns].map((line) => line.map((dark) => (dark ? "1" : "0")).join(""));
  let cost = 0;
  for (const line of lines) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) cost += run.length - 2;
    for (const finder of ["10111010000", "00001011101"]) cost += 40 * (line.split(finder).length - 1);
  }
  for (let row = 1; row < grid.length; row += 1) {
    for (let column = 1; column < grid.length; column += 1) {
      const here = grid[row]![column];
      if (here === grid[row]![column - 1] && here === grid[row - 1]![column] && here === grid[row - 1]![column - 1]) cost += 3;
    }
  }
  const dark = grid.flat().filter(Boolean).length / grid.length ** 2;
  return cost + 10 * Math.floor(Math.abs(20 * dark - 10));
}
