/** The list of all events: the closed vocabulary of the log. */
import type { z } from 'zod';
import type { EventId, RealmId } from '../ids.ts';
import type { LogStream, StreamKind } from '../log-streams.ts';
import { auditEvents } from './audit.ts';
import { botStorageEvents } from './bot-storage.ts';
import { channelEvents } from './channel.ts';
import { channelsEvents } from './channels.ts';
import { defaultGroupEvents } from './default-groups.ts';
import { directoryEvents } from './directory.ts';
import { ephemeralEvents } from './ephemeral.ts';
import { erasureEvents } from './erasures.ts';
import { reviewExportEvents } from './exports.ts';
import { fileEvents } from './file.ts';
import { holdEvents } from './holds.ts';
import { invitationEvents } from './invitations.ts';
import { ledgerEvents } from './ledger.ts';
import { messageEvents } from './message.ts';
import type { Metadata } from './metadata.ts';
import { passwordEvents } from './password.ts';
import { personEvents } from './person.ts';
import { policyActionEvents, policyEvents } from './policy.ts';
import { queueEvents } from './queue.ts';
import { reactionEvents } from './reactions.ts';
import { realmEvents, serverEvents } from './realm.ts';
import { realmExportEvents } from './realm-exports.ts';
import { requestEvents } from './request.ts';
import { scheduledEvents } from './scheduled.ts';
import { sinkEvents, sinkProgressEvents } from './sinks.ts';
import { renamedTypes } from './upcasters.ts';
import { userEvents } from './user.ts';
import { userGroupEvents } from './user-groups.ts';
import { wordsEvents } from './words.ts';

export const eventSchemas = {
  ...serverEvents,
  ...realmEvents,
  ...userGroupEvents,
  ...defaultGroupEvents,
  ...directoryEvents,
  ...personEvents,
  ...passwordEvents,
  ...channelsEvents,
  ...channelEvents,
  ...userEvents,
  ...wordsEvents,
  ...botStorageEvents,
  ...messageEvents,
  ...reactionEvents,
  ...ephemeralEvents,
  ...fileEvents,
  ...holdEvents,
  ...erasureEvents,
  ...reviewExportEvents,
  ...realmExportEvents,
  ...sinkEvents,
  ...sinkProgressEvents,
  ...auditEvents,
  ...scheduledEvents,
  ...invitationEvents,
  ...queueEvents,
  ...requestEvents,
  ...policyEvents,
  ...policyActionEvents,
  ...ledgerEvents,
} as const;

export type EventType = keyof typeof eventSchemas;
/** The payload of one type of event. */
export type DataOf<T extends EventType> = z.infer<(typeof eventSchemas)[T]>;
/** An event in the form of a decision: `{ type, data }`. */
export type DomainEvent<T extends EventType = EventType> = {
  [K in T]: { readonly type: K; readonly data: DataOf<K> };
}[T];

/** An event with its place in the log. */
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
    /** The type and payload as they are stored, if they differ from the current form. */
    readonly asStored?: { readonly type: string; readonly data: unknown };
  };
}[T];

const types = new Map<string, EventType>([
  ...(Object.keys(eventSchemas) as EventType[]).map((type): [string, EventType] => [type, type]),
  ...Object.entries(renamedTypes),
]);

/** The type of an event that is stored under `name`, which may be a former name. Undefined if this version does not know it. */
export const eventTypeNamed = (name: string): EventType | undefined => types.get(name);
