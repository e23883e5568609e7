/** The list of all events: the closed vocabulary of the log. */
import type { z } from 'zod';
import type { EventId, RealmId } from '../ids.ts';
import type { LogStream, StreamKind } from '../log-streams.ts';
import { channelEvents } from './channel.ts';
import { channelsEvents } from './channels.ts';
import { directoryEvents } from './directory.ts';
import { messageEvents } from './message.ts';
import type { Metadata } from './metadata.ts';
import { personEvents } from './person.ts';
import { policyEvents, reactionEvents } from './policy.ts';
import { queueEvents } from './queue.ts';
import { realmEvents, serverEvents } from './realm.ts';
import { userEvents } from './user.ts';

export const eventSchemas = {
  ...serverEvents,
  ...realmEvents,
  ...directoryEvents,
  ...personEvents,
  ...channelsEvents,
  ...channelEvents,
  ...userEvents,
  ...messageEvents,
  ...queueEvents,
  ...policyEvents,
  ...reactionEvents,
} as const;

export type EventType = keyof typeof eventSchemas;
/** The payload of one type of event. */
export type DataOf<T extends EventType> = z.infer<(typeof eventSchemas)[T]>;
/** An event as decided: `{ type, data }`. */
export type DomainEvent<T extends EventType = EventType> = {
  [K in T]: { readonly type: K; readonly data: DataOf<K> };
}[T];

/** An event where it stands in the log. */
export type Recorded<T extends EventType = EventType> = {
  [K in T]: {
    readonly type: K;
    readonly data: DataOf<K>;
    readonly id: EventId;
    readonly metadata: Metadata;
    readonly stream: LogStream;
    readonly kind: StreamKind;
    readonly realmId: RealmId;
    readonly revision: number;
    readonly position: number;
  };
}[T];

const types = new Map(Object.keys(eventSchemas).map((type) => [type, type as EventType]));

/** The type of a name that was read: one string for all events of it, which is found and compared faster than its equals. */
export const eventTypeNamed = (name: string): EventType | undefined => types.get(name);

export const isEventType = (name: string): name is EventType => types.has(name);
