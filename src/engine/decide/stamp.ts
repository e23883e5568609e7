/** From a decision's events to what the log takes: ids, times, salts, and a last check of every payload against its schema. */
import { randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import type { NewEvent } from '../../ports/event-log.ts';
import { type DomainEvent, eventSchemas } from '../../vocabulary/events/index.ts';
import type { Metadata } from '../../vocabulary/events/metadata.ts';
import { schemaVersionOf } from '../../vocabulary/events/upcasters.ts';

/** What all events of one request say about themselves. */
export type Stamp = Omit<Metadata, 'schema' | 'salt'>;

/** A payload that does not fit its schema is a bug, and throws before anything is written. `idAt`: fixed ids, by place. */
export const stamped = (events: readonly DomainEvent[], stamp: Stamp, idAt?: (index: number) => string): NewEvent[] =>
  events.map((event, index) => ({
    id: idAt ? idAt(index) : v7(),
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
const salt = (): string => randomBytes(saltBytes).toString('base64url');
