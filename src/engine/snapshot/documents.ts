/** The documents of a snapshot in the read store. Each document has a bounded length and a checksum. */
import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { ReadModel } from '../../define/projection.ts';
import type { Landmark } from '../../ports/event-log.ts';
import { stateVersion } from '../../state/snapshot-tables.ts';
import { type EventType, eventSchemas } from '../../vocabulary/events/index.ts';
import { schemaVersionOf } from '../../vocabulary/events/upcasters.ts';
import type { Millis } from '../../vocabulary/ids.ts';
import type { Page } from './pages.ts';

/** There are two generations, so that one is complete while the other is being written. */
export type Generation = 'a' | 'b';

/** The head of the newest complete snapshot. */
export type Head = {
  readonly version: string;
  readonly generation: Generation;
  readonly parts: number;
  /** The checksum of the checksums of the parts. */
  readonly checksum: string;
  readonly bytes: number;
  /** The position and the time of the newest event in the snapshot. */
  readonly position: number;
  readonly at: Millis;
  readonly landmarks: readonly Landmark[];
};

export type Part = {
  readonly generation: Generation;
  readonly number: number;
  readonly checksum: string;
  /** The bytes in base64. */
  readonly bytes: string;
};

export const snapshotParts: ReadModel<Part> = { name: 'snapshot', indexes: { byGeneration: ['generation', 'number'] } };
/** The head is a document of the same model as the parts. */
export const snapshotHead: ReadModel<Head> = snapshotParts as ReadModel<never>;
export const headId = 'head';
export const partId = (generation: Generation, number: number): string => `${generation}.${number}`;

/** Identifies the known events, their schemas and the folded state. A snapshot of another version is not used. */
export const snapshotVersion: string = (() => {
  const types = (Object.keys(eventSchemas) as EventType[]).map((type) => `${type} ${schemaVersionOf(type)}`);
  return `${stateVersion} ${checksumOf(Buffer.from(types.sort().join()))}`;
})();

const partBytes = 256 * 1024;
const lengthBytes = 4;

export function checksumOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Concatenates the pages, each after its length, and cuts the bytes into parts of equal length. */
export function* cutIntoParts(pages: Iterable<Page>): Generator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for (const page of pages) {
    const bytes = serialize(page);
    const length = Buffer.alloc(lengthBytes);
    length.writeUInt32LE(bytes.length);
    pending.push(length, bytes);
    size += lengthBytes + bytes.length;
    if (size < partBytes) continue;
    const all = Buffer.concat(pending);
    const whole = size - (size % partBytes);
    for (let from = 0; from < whole; from += partBytes) yield all.subarray(from, from + partBytes);
    pending = [all.subarray(whole)];
    size -= whole;
  }
  if (size > 0) yield Buffer.concat(pending);
}

/** Returns the complete pages as parts are pushed. */
export class PageReader {
  #rest: Buffer = Buffer.alloc(0);

  *push(part: Buffer): Generator<Page> {
    let bytes = Buffer.concat([this.#rest, part]);
    while (bytes.length >= lengthBytes) {
      const end = lengthBytes + bytes.readUInt32LE();
      if (bytes.length < end) break;
      yield deserialize(bytes.subarray(lengthBytes, end)) as Page;
      bytes = bytes.subarray(end);
    }
    this.#rest = bytes;
  }

  /** False if the last page is incomplete. */
  get isAtEnd(): boolean {
    return this.#rest.length === 0;
  }
}
