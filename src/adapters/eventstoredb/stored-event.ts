/** Between the port's events and the store's. */
import type { RecordedEvent } from '@eventstore/db-client';
import { validate } from 'uuid';
import type { NewEvent, StoredEvent } from '../../ports/event-log.ts';
import type { Namespace } from './namespace.ts';
import { positionAt, positionOf, revisionAt, revisionOf } from './positions.ts';
import { proposedEvent } from './wire/append-messages.ts';
import type { WireEvent } from './wire/read-messages.ts';

/** Serialized when it was handed in: what the caller does to the object afterwards changes nothing. */
export type ReadyEvent = {
  readonly id: string;
  readonly dataBytes: number;
  /** The event as appends hold it. */
  readonly bytes: Buffer;
};

const jsonOf = (value: unknown, what: string): string => {
  // Throws by itself where it meets a BigInt or a circle.
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${what} is not a JSON value`);
  return text;
};

export const readyEvent = ({ id, type, data, metadata }: NewEvent): ReadyEvent => {
  if (!validate(id)) throw new TypeError(`an event's id must be a UUID: ${id}`);
  if (type === '') throw new TypeError('an event has no type');
  const dataText = jsonOf(data, 'data');
  const metadataText = jsonOf(metadata, 'metadata');
  return { id, dataBytes: Buffer.byteLength(dataText), bytes: proposedEvent(id, type, dataText, metadataText) };
};

/** Whether the store wrote it about itself (statistics, metadata of streams, users …), in its streams or of its types. */
export const isSystemEvent = ({ streamId, type }: { readonly streamId: string; readonly type: string }): boolean =>
  streamId.startsWith('$') || type.startsWith('$');

export const storedEvent = (recorded: RecordedEvent, { streamOf }: Pick<Namespace, 'streamOf'>): StoredEvent => {
  const { id, type, streamId, revision, position, isJson, data, metadata } = recorded;
  if (position === undefined) throw new RangeError(`the store told no position of ${streamId}@${revision}`);
  return {
    id,
    type,
    // Other applications may share the store, and write bytes.
    data: isJson ? data : null,
    metadata: metadata ?? null,
    stream: streamOf(streamId),
    revision: revisionOf(revision),
    position: positionOf(position),
  };
};

/** Others' events may hold anything. */
const parsed = (text: Buffer): unknown => {
  try {
    return JSON.parse(text.toString('utf8'));
  } catch {
    return null;
  }
};

export const eventOfWire = (event: WireEvent, { streamOf }: Pick<Namespace, 'streamOf'>): StoredEvent => ({
  id: event.id,
  type: event.type,
  data: event.isJson ? parsed(event.data) : null,
  metadata: parsed(event.metadata),
  stream: streamOf(event.streamId),
  revision: revisionAt(event.revision),
  position: positionAt(event.commit, event.prepare),
});
