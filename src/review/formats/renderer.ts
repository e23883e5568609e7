/** The common interface of the formats of an export for review: they get slice after slice, and make files of bounded size. */
import type { RealmState } from '../../state/realm-state.ts';
import type { Slice } from '../records.ts';

export type Output = {
  /** Resolves when the file is written. Names consist of ASCII letters, digits, `-`, `.` and `/`, and each is used once. */
  add(name: string, bytes: Uint8Array): Promise<void>;
};

export type Renderer = {
  slice(slice: Slice): Promise<void>;
  end(): Promise<void>;
};

export type Rendering = {
  readonly output: Output;
  /** The state at the bound. */
  readonly realm: RealmState;
  /** The name of the ledger, which never changes for an organization. */
  readonly origin: string;
};

const partLength = 2 * 1024 * 1024;

/** Lines in several files: `<name>-0001.<extension>`. Each file has the same head. */
export class LineFiles {
  readonly #output: Output;
  readonly #name: string;
  readonly #extension: string;
  readonly #head: string;
  #lines: string[] = [];
  #length = 0;
  #files = 0;

  constructor(output: Output, name: string, extension: string, head = '') {
    this.#output = output;
    this.#name = name;
    this.#extension = extension;
    this.#head = head;
  }

  /** `line` must include its line end. */
  async add(line: string): Promise<void> {
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#length >= partLength) await this.end();
  }

  async end(): Promise<void> {
    if (this.#lines.length === 0) return;
    this.#files += 1;
    const text = this.#head + this.#lines.join('');
    this.#lines = [];
    this.#length = 0;
    const number = String(this.#files).padStart(4, '0');
    await this.#output.add(`${this.#name}-${number}.${this.#extension}`, Buffer.from(text));
  }
}
