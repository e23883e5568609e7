/**
 * Sorts more lines than fit into memory: sorted runs are written to a file one after the other, and merged when they are read. The file is
 * removed by `discard`.
 */

import { type FileHandle, open, rm } from 'node:fs/promises';
import { firstIndex } from '../vocabulary/ascending.ts';

type Line = readonly [key: string, text: string];

type SorterParts = {
  /** The file, which must not exist. */
  readonly path: string;
  /** The number of characters in a run. */
  readonly runMax?: number;
  /** Called before this many bytes are written. Throws if there is not enough space. */
  readonly room?: (bytes: number) => Promise<void>;
};

const runMaxUsual = 4 * 1024 * 1024;
/** The bytes that are read of all runs at a time, and the least and most of one run. */
const [readBytesInAll, readBytesMin, readBytesMax] = [16 * 1024 * 1024, 4 * 1024, 64 * 1024];

export class Sorter {
  readonly #parts: SorterParts;
  #file: FileHandle | undefined;
  /** The end of each run in the file. */
  readonly #ends: number[] = [];
  #run: Line[] = [];
  #length = 0;

  constructor(parts: SorterParts) {
    this.#parts = parts;
  }

  get bytes(): number {
    return this.#ends.at(-1) ?? 0;
  }

  /** Keys are compared by their UTF-16 code units, and must contain no tab and no line end. Lines with the same key keep their order. */
  async add(key: string, text: string): Promise<void> {
    this.#run.push([key, text]);
    this.#length += key.length + text.length;
    if (this.#length >= (this.#parts.runMax ?? runMaxUsual)) await this.#write();
  }

  /** The texts in the order of their keys. Must be read only once. */
  async *sorted(): AsyncGenerator<Line> {
    if (this.#ends.length === 0) {
      for (const line of sortedRun(this.#run)) yield line;
      return;
    }
    await this.#write();
    const file = this.#file as FileHandle;
    const share = Math.floor(readBytesInAll / this.#ends.length);
    const readBytes = Math.max(readBytesMin, Math.min(readBytesMax, share));
    const runs = this.#ends.map((end, at) => linesOf(file, this.#ends[at - 1] ?? 0, end, readBytes));
    const heads: Head[] = [];
    const advance = async (run: AsyncGenerator<Line>, number: number): Promise<void> => {
      const { value: line, done } = await run.next();
      if (!done) insert(heads, { line, run, number });
    };
    for (const [number, run] of runs.entries()) await advance(run, number);
    for (let head = heads.pop(); head; head = heads.pop()) {
      yield head.line;
      await advance(head.run, head.number);
    }
  }

  async discard(): Promise<void> {
    this.#run = [];
    await this.#file?.close();
    await rm(this.#parts.path, { force: true });
  }

  async #write(): Promise<void> {
    if (this.#run.length === 0) return;
    const bytes = Buffer.from(
      sortedRun(this.#run)
        .map(([key, text]) => `${key}\t${text}\n`)
        .join(''),
    );
    this.#run = [];
    this.#length = 0;
    await this.#parts.room?.(bytes.length);
    this.#file ??= await open(this.#parts.path, 'wx+', 0o600);
    await this.#file.writeFile(bytes);
    this.#ends.push(this.bytes + bytes.length);
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const sortedRun = (run: Line[]): Line[] => run.sort(([a], [b]) => compare(a, b));

type Head = { readonly line: Line; readonly run: AsyncGenerator<Line>; readonly number: number };

/** The smallest key is last; of equal keys, that of the earliest run. */
function insert(heads: Head[], head: Head): void {
  const place = firstIndex(heads.length, (at) => {
    const other = heads[at] as Head;
    return (compare(other.line[0], head.line[0]) || other.number - head.number) <= 0;
  });
  heads.splice(place, 0, head);
}

/** The lines of a part of a file, read a few kilobytes at a time. */
async function* linesOf(file: FileHandle, from: number, end: number, readBytes: number): AsyncGenerator<Line> {
  let bytes = Buffer.alloc(0);
  for (let at = from; at < end; ) {
    const more = Buffer.alloc(Math.min(readBytes, end - at));
    const { bytesRead } = await file.read(more, 0, more.length, at);
    if (bytesRead === 0) throw new Error('a file of an export has been cut');
    at += bytesRead;
    bytes = Buffer.concat([bytes, more.subarray(0, bytesRead)]);
    for (let lineEnd = bytes.indexOf('\n'); lineEnd >= 0; lineEnd = bytes.indexOf('\n')) {
      const [key = '', ...rest] = bytes.toString('utf8', 0, lineEnd).split('\t');
      bytes = bytes.subarray(lineEnd + 1);
      yield [key, rest.join('\t')];
    }
  }
}
