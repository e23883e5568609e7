/**
 * Serializes answers. An answer with a long list is serialized in pieces, and other requests run between them. Serialized in one piece, it
 * would block the event loop for a second in an organization with a hundred thousand users.
 */
import { Breaks } from '../../define/breaks.ts';
import type { Answer, TextAnswer } from '../../define/endpoint.ts';

/** An answer whose lists have at most this many items is serialized at once. */
const atOnceMax = 100;
/** Text is encoded to bytes after this many characters. */
const lengthMax = 64 * 1024;
/** If a slice of a list took longer, the next one has half as many items; if it was faster, twice as many. */
const sliceMs = 1;

/** JSON and a line end. An answer that is already text is used as it is, with its line end. */
export function bodyOf(answer: Answer): string {
  return isText(answer) ? answer.body : `${JSON.stringify(whole(answer))}\n`;
}

/** Like `bodyOf`, with breaks if the answer is long. */
export function bodyWithBreaks(answer: Answer): string | Promise<Buffer> {
  const isShort = isText(answer) || !Object.values(answer).some(isLong);
  return isShort ? bodyOf(answer) : inPieces(answer);
}

const isText = (answer: Answer): answer is TextAnswer => typeof answer.body === 'string';

const whole = (answer: Answer): Readonly<Record<string, unknown>> => ({ result: 'success', msg: '', ...answer });

const isLong = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && itemsOf(value).length > atOnceMax;

const itemsOf = (value: object): readonly unknown[] => (Array.isArray(value) ? value : Object.keys(value));

async function inPieces(answer: Answer): Promise<Buffer> {
  const breaks = new Breaks();
  const done = new Pieces();
  for (const piece of piecesOf(whole(answer))) {
    done.add(piece);
    if (breaks.isDue) await breaks.take();
  }
  return joined(done.end(), breaks);
}

/** Encodes pieces of text to buffers, a bounded number of characters at a time. */
class Pieces {
  readonly #done: Buffer[] = [];
  #text = '';

  add(piece: string | readonly Buffer[]): void {
    if (typeof piece === 'string') this.#text += piece;
    if (typeof piece !== 'string' || this.#text.length >= lengthMax) this.#encode();
    if (typeof piece !== 'string') this.#done.push(...piece);
  }

  end(): readonly Buffer[] {
    this.#encode();
    return this.#done;
  }

  #encode(): void {
    if (this.#text !== '') this.#done.push(Buffer.from(this.#text));
    this.#text = '';
  }
}

/** The encoded form of frozen lists. Many answers share such a list, which never changes. */
const kept = new WeakMap<object, readonly Buffer[]>();

function* piecesOf(fields: Readonly<Record<string, unknown>>): Generator<string | readonly Buffer[]> {
  let before = '{';
  for (const [name, value] of Object.entries(fields)) {
    const head = `${before}${JSON.stringify(name)}:`;
    if (isLong(value)) {
      yield head;
      yield* Object.isFrozen(value) ? keptSlicesOf(value) : slicesOf(value);
    } else {
      const text = JSON.stringify(value);
      if (text === undefined) continue;
      yield head + text;
    }
    before = ',';
  }
  yield '}\n';
}

function* keptSlicesOf(value: object): Generator<string | readonly Buffer[]> {
  const known = kept.get(value);
  if (known) return yield known;
  const pieces = new Pieces();
  for (const slice of slicesOf(value)) {
    pieces.add(slice);
    // An empty piece, so that the caller can take a break between two slices.
    yield '';
  }
  const bytes = pieces.end();
  kept.set(value, bytes);
  yield bytes;
}

/** The JSON text of a list, or of an object with many names. */
function* slicesOf(value: object): Generator<string> {
  const [items, open, close] = Array.isArray(value) ? [value, '[', ']'] : [Object.entries(value), '{', '}'];
  const serialized = (slice: readonly unknown[]): string =>
    JSON.stringify(Array.isArray(value) ? slice : Object.fromEntries(slice as [string, unknown][])).slice(1, -1);
  let before = open;
  let count = 1;
  for (let from = 0; from < items.length; ) {
    const began = performance.now();
    const text = serialized(items.slice(from, from + count));
    if (text !== '') {
      yield before + text;
      before = ',';
    }
    from += count;
    count = performance.now() - began < sliceMs ? count * 2 : Math.max(1, Math.floor(count / 2));
  }
  yield before === open ? open + close : close;
}

/** Like `Buffer.concat`, with breaks. */
async function joined(parts: readonly Buffer[], breaks: Breaks): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    at += part.copy(bytes, at);
    if (breaks.isDue) await breaks.take();
  }
  return bytes;
}
