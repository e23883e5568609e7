/**
 * The log's index keys as bytes, exactly as `ordered-binary` writes them: what it writes stands in files. Its one function takes keys
 * of every kind and buffers of every shape, which leaves the engine no better than a call for each byte; every append looks up a log
 * stream and writes an entry.
 */
import { readKey, writeKey } from 'ordered-binary';

/** A log stream and a revision; without one, before all revisions of it. */
export type StreamKey = [stream: string, revision: number] | [stream: string];

const [firstPlain, beyondPlain] = [28, 128];
const numberBytes = 9;

const bits = new DataView(new ArrayBuffer(8));

export const streamKeys = {
  writeKey(key: StreamKey, target: Buffer, start: number): number {
    const [stream, revision] = key;
    const end = start + stream.length;
    // LMDB takes this as the request for a larger buffer. Behind a number `ordered-binary` clears three bytes more.
    if (end + 1 + numberBytes + 3 > target.length) throw new RangeError('the key does not fit');
    if (!isPlain(stream) || (revision !== undefined && revision < 0)) return writeKey(key, target, start);
    for (let at = 0; at < stream.length; at += 1) target[start + at] = stream.charCodeAt(at);
    if (revision === undefined) return end;
    target[end] = 0;
    writeNumber(revision, target, end + 1);
    return end + 1 + numberBytes;
  },
  readKey: (source: Buffer, start: number, end: number) => readKey(source, start, end) as unknown as StreamKey,
};

function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < firstPlain || code >= beyondPlain) return false;
  }
  return text.length > 0;
}

/** Its 64 bits as a double, the highest first, behind four that tell the kind: in this form numbers sort as bytes. */
function writeNumber(value: number, target: Buffer, at: number): void {
  bits.setFloat64(0, value);
  const [first, last] = [bits.getInt32(0), bits.getInt32(4)];
  target.writeInt32BE((first >>> 4) | 0x10000000, at);
  target.writeInt32BE((last >>> 4) | (first << 28), at + 4);
  target[at + 8] = (last & 0xf) << 4;
}
