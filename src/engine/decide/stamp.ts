/** Prepares a decision's events for the log: ids, metadata, salts, and a last check of each payload against its schema. */
import { v7 } from 'uuid';
import type { NewEvent } from '../../ports/event-log.ts';
import { type DomainEvent, eventSchemas } from '../../vocabulary/events/index.ts';
import type { Metadata } from '../../vocabulary/events/metadata.ts';
import { schemaVersionOf } from '../../vocabulary/events/upcasters.ts';
import { pooledRandomBytes } from './random-pool.ts';

/** The metadata that all events of a request have in common. */
export type Stamp = Omit<Metadata, 'schema' | 'salt'>;

/**
 * Throws for a payload that does not fit its schema, which is a bug. `idAt`: gives the fixed id of an event by its index; undefined for a
 * new id.
 */
export const stamped = (
  events: readonly DomainEvent[],
  stamp: Stamp,
  idAt?: (index: number) => string | undefined,
): NewEvent[] =>
  events.map((event, index) => ({
    id: idAt?.(index) ?? newEventId(),
    type: event.type,
    data: eventSchemas[event.type].parse(event.data),
    metadata: {
      actor: stamp.actor,
      at: stamp.at,
      client: stamp.client,
      requestId: stamp.requestId,
      causedBy: stamp.causedBy,
      decidedOn: stamp.decidedOn,
      schema: schemaVersionOf(event.type),
      salt: salt(),
    } satisfies Metadata,
  }));

const saltBytes = 32;
const salt = (): string => pooledRandomBytes(saltBytes).toString('base64url');

const idBytes = 16;
export const newEventId = (): string => v7({ random: pooledRandomBytes(idBytes) });
