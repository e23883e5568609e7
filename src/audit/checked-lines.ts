/**
 * Lines of JSON that each end with a check. The check is the first 16 hexadecimal digits of the SHA-256 of everything from the first byte
 * of the file to right before `,"check"` in that line. So damage to a file is found at the line where it begins.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { MoveRefused } from './export-format.ts';

const checkLength = 16;
/** Matches the end of a line, which its check does not cover. */
const closing = /^,"check":"([0-9a-f]{16})"\}$/;
const closingLength = `,"check":"${'0'.repeat(checkLength)}"}`.length;
/** An event has at most a megabyte. Escapes may make its line longer. */
const lineBytesMax = 8 * 1024 * 1024;

export class RollingCheck {
  readonly #hash: Hash;

  constructor(hash: Hash = createHash('sha256')) {
    this.#hash = hash;
  }

  /** The line of an object, with its check and line end. The object must have at least one field. */
  line(value: object): string {
    return this.lineOf(JSON.stringify(value));
  }

  /** As `line`, for an object that is already JSON. */
  lineOf(json: string): string {
    const body = json.slice(0, -1);
    const line = `${body},"check":"${this.after(body)}"}\n`;
    this.#hash.update(line.slice(body.length));
    return line;
  }

  /** The check of a line that begins with this text. */
  after(body: string | Uint8Array): string {
    return this.#hash.update(body).copy().digest('hex').slice(0, checkLength);
  }

  skip(rest: Uint8Array): void {
    this.#hash.update(rest);
  }

  /** A copy that continues independently from here. */
  copy(): RollingCheck {
    return new RollingCheck(this.#hash.copy());
  }

  /** The SHA-256 of all lines so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}

export type CheckedLine = {
  /** The line's number, from 1. */
  readonly number: number;
  readonly value: unknown;
  /** The length of the line, with its end. */
  readonly bytes: number;
  /** SHA-256 of all bytes before this line. */
  readonly digestBefore: string;
};

export class DamagedFile extends MoveRefused {
  override name = 'DamagedFile';
  readonly line: number;
  constructor(line: number, why: string) {
    super(`line ${line}: ${why}`);
    this.line = line;
  }
}

/** The lines of a file. Each is checked before it is yielded. Throws `DamagedFile` at the first bad line; the lines before it are good. */
export async function* readChecked(path: string, check = new RollingCheck()): AsyncGenerator<CheckedLine> {
  let number = 0;
  for await (const line of lines(path)) {
    number += 1;
    if (line.at(-1) !== newline) throw new DamagedFile(number, 'is cut off');
    const digestBefore = check.digest();
    yield { number, value: checked(line, number, check), bytes: line.length, digestBefore };
  }
}

function checked(bytes: Buffer, number: number, check: RollingCheck): unknown {
  const bodyLength = bytes.length - 1 - closingLength;
  const found = closing.exec(bytes.toString('latin1', Math.max(bodyLength, 0), bytes.length - 1));
  if (!found) throw new DamagedFile(number, whyUnchecked(bytes, number));
  if (check.after(bytes.subarray(0, bodyLength)) !== found[1])
    throw new DamagedFile(number, 'its check does not fit: this line was changed, or lines before it are missing');
  check.skip(bytes.subarray(bodyLength));
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new DamagedFile(number, 'is no JSON');
  }
}

function whyUnchecked(bytes: Buffer, number: number): string {
  if (bytes.at(-2) === carriageReturn)
    return 'ends with CR LF, and was written with LF: the file was copied as text, copy it again as it is';
  return number === 1 ? 'is not the beginning of an export' : 'does not end with a check';
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** Lines with their line ends; the last line may lack it. At most one line and one chunk of the file are in memory. */
async function* lines(path: string): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let length = 0;
  let number = 1;
  for await (const piece of createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, from)) {
      yield Buffer.concat([...pending, piece.subarray(from, at + 1)]);
      pending = [];
      length = 0;
      number += 1;
      from = at + 1;
    }
    pending.push(piece.subarray(from));
    length += piece.length - from;
    if (length > lineBytesMax) throw new DamagedFile(number, 'is longer than any line of an export');
  }
  if (length > 0) yield Buffer.concat(pending);
}
