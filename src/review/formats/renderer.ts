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
export function lineFiles(output: Output, name: string, extension: string, head = '') {
  let lines: string[] = [];
  let length = 0;
  let files = 0;

  /** `line` must include its line end. */
  async function add(line: string): Promise<void> {
    lines.push(line);
    length += line.length;
    if (length >= partLength) await end();
  }

  async function end(): Promise<void> {
    if (lines.length === 0) return;
    files += 1;
    const text = head + lines.join('');
    lines = [];
    length = 0;
    const number = String(files).padStart(4, '0');
    await output.add(`${name}-${number}.${extension}`, Buffer.from(text));
  }

  return { add, end };
}
