/**
 * Protocol buffers, as much of them as appends and events need. The client's generated classes take several times as long: bytes go
 * through base64, every message is measured by writing it, and what was read is copied field by field.
 */

const lengthDelimited = 2;
const varint = 0;

/** Writes from the end to the beginning, because a length stands before what it counts: the last field first. */
export class MessageWriter {
  #bytes = Buffer.allocUnsafe(4096);
  #start = this.#bytes.length;

  /** How much stands there; what is written from here on is a message of its own once `enclose` was called with it. */
  get size(): number {
    return this.#bytes.length - this.#start;
  }

  number(field: number, value: number): void {
    this.#varint(value);
    this.#varint(field * 8 + varint);
  }

  text(field: number, value: string): void {
    const size = Buffer.byteLength(value);
    const at = this.#room(size);
    this.#bytes.write(value, at, 'utf8');
    this.#label(field, size);
  }

  bytes(field: number, value: Uint8Array): void {
    const at = this.#room(value.length);
    this.#bytes.set(value, at);
    this.#label(field, value.length);
  }

  /** A message without fields, where its being there is what counts. */
  empty(field: number): void {
    this.#label(field, 0);
  }

  enclose(field: number, sizeBefore: number): void {
    this.#label(field, this.size - sizeBefore);
  }

  /** All of it; what is written next begins another message. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(this.#start));
    this.#start = this.#bytes.length;
    return taken;
  }

  #label(field: number, size: number): void {
    this.#varint(size);
    this.#varint(field * 8 + lengthDelimited);
  }

  #varint(value: number): void {
    let size = 1;
    for (let rest = value; rest >= 128; rest = Math.floor(rest / 128)) size += 1;
    let at = this.#room(size);
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[at++] = (rest % 128) + 128;
    this.#bytes[at] = rest;
  }

  /** Where `size` more bytes begin. */
  #room(size: number): number {
    if (this.#start < size) {
      const grown = Buffer.allocUnsafe((this.#bytes.length + size) * 2);
      const start = grown.length - this.size;
      this.#bytes.copy(grown, start, this.#start);
      this.#bytes = grown;
      this.#start = start;
    }
    this.#start -= size;
    return this.#start;
  }
}

/** Reads field by field: `next`, then either what it holds, or `skip`. */
export class MessageReader {
  readonly #bytes: Buffer;
  #at = 0;
  #type = varint;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The number of the next field; 0 when there is none. */
  next(): number {
    if (this.#at >= this.#bytes.length) return 0;
    const label = this.number();
    this.#type = label % 8;
    return Math.floor(label / 8);
  }

  /** Exact below 2^53; what is more is more here too. */
  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new RangeError('a message ends within a number');
      if (byte < 128) return value + byte * scale;
      value += (byte - 128) * scale;
    }
  }

  bytes(): Buffer {
    const end = this.number() + this.#at;
    if (end > this.#bytes.length) throw new RangeError('a message ends within a field');
    const found = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return found;
  }

  text(): string {
    return this.bytes().toString('utf8');
  }

  message(): MessageReader {
    return new MessageReader(this.bytes());
  }

  skip(): void {
    if (this.#type === varint) this.number();
    else if (this.#type === lengthDelimited) this.bytes();
    else this.#at += this.#type === 1 ? 8 : 4;
  }
}
