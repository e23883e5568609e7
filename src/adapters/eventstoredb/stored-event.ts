/**
 * Between the port's events and the client's. An event is checked and serialized before the client sees it: an id that
 * is no UUID ends the process inside the client, and data that JSON cannot hold leaves an append that never settles.
 */
import type { JSONEventData, RecordedEvent } from '@eventstore/db-client';
import { validate } from 'uuid';
import type { NewEvent, StoredEvent } from '../../ports/event-log.ts';
import type { Namespace } from './namespace.ts';
import { positionOf, revisionOf } from './positions.ts';

/** Serialized when it was handed in: what the caller does to the object afterwards changes nothing. */
export type ReadyEvent = {
  readonly id: string;
  readonly event: JSONEventData;
  readonly dataBytes: number;
  /** About how much of the connection it takes. */
  readonly wireBytes: number;
};

/** What a message holds beside data and metadata: ids, names, framing. */
const envelopeBytes = 300;

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
  // Handed over as bytes, because the client leaves out metadata that is falsy.
  const metadataBytes = new TextEncoder().encode(jsonOf(metadata, 'metadata'));
  const dataBytes = Buffer.byteLength(dataText);
  return {
    id,
    event: { id, contentType: 'application/json', type, data: JSON.parse(dataText), metadata: metadataBytes },
    dataBytes,
    wireBytes: dataBytes + metadataBytes.length + envelopeBytes,
  };
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
