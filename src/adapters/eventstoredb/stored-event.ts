/** Converts events of the port to those of the store, and back. */
import { type EventData, jsonEvent, type RecordedEvent } from '@eventstore/db-client';
import { validate } from 'uuid';
import type { NewEvent, StoredEvent } from '../../ports/event-log.ts';
import type { Namespace } from './namespace.ts';
import { positionOf, revisionOf } from './positions.ts';

/**
 * An event in the form in which every attempt of an append sends it. It is a copy, so that later changes to the caller's object have no
 * effect.
 */
export type PreparedEvent = {
  readonly id: string;
  readonly dataBytes: number;
  /** The estimated size on the network. */
  readonly bytes: number;
  readonly event: EventData;
};

/** The bytes of the ids, names and types of an event. */
const overheadBytes = 200;

const jsonOf = (value: unknown, what: string): string => {
  // `JSON.stringify` throws for a BigInt and for a circular reference.
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${what} is not a JSON value`);
  return text;
};

/**
 * Throws a TypeError for an event that the client cannot send. The client itself would not throw: an id that is not a UUID would end the
 * process, and data that cannot be serialized would cause an unhandled rejection.
 */
export const prepareEvent = ({ id, type, data, metadata }: NewEvent): PreparedEvent => {
  if (!validate(id)) throw new TypeError(`an event's id must be a UUID: ${id}`);
  if (type === '') throw new TypeError('an event has no type');
  const dataText = jsonOf(data, 'data');
  // The metadata are passed as bytes, because the client leaves out falsy metadata.
  const metadataBytes = Buffer.from(jsonOf(metadata, 'metadata'));
  const dataBytes = Buffer.byteLength(dataText);
  return {
    id,
    dataBytes,
    bytes: dataBytes + metadataBytes.length + overheadBytes,
    event: jsonEvent({ id, type, data: JSON.parse(dataText), metadata: metadataBytes }),
  };
};

/** Whether the store itself wrote the event (statistics, metadata of streams, users …), according to its stream or type. */
export const isSystemEvent = ({ streamId, type }: { readonly streamId: string; readonly type: string }): boolean =>
  streamId.startsWith('$') || type.startsWith('$');

export const storedEvent = (recorded: RecordedEvent, { streamOf }: Pick<Namespace, 'streamOf'>): StoredEvent => {
  const { id, type, streamId, revision, position, isJson, data, metadata } = recorded;
  if (position === undefined) throw new RangeError(`the store gave no position for ${streamId}@${revision}`);
  return {
    id,
    type,
    // Other applications may share the store and write data that are not JSON.
    data: isJson ? data : null,
    metadata: metadata ?? null,
    stream: streamOf(streamId),
    revision: revisionOf(revision),
    position: positionOf(position),
  };
};
