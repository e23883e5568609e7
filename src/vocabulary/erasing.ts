/**
 * The types of events that erase: each removes earlier events of its own log stream, and keeps their leaves. A type whose data have leaves
 * must be named here.
 */
import { type DataOf, type EventType, eventTypeNamed } from './events/index.ts';
import type { KeptLeaf } from './events/leaf.ts';

type HasLeaves<Data> = Data extends unknown ? ('leaves' extends keyof Data ? true : never) : never;
type ErasingType = { [T in EventType]: [HasLeaves<DataOf<T>>] extends [never] ? never : T }[EventType];

const erasing: Readonly<Record<ErasingType, true>> = {
  MessageDeleted: true,
  FileDeleted: true,
  ScheduledMessageEnded: true,
  InvitationEnded: true,
  EventQueueDeleted: true,
  EventQueueExpired: true,
  PersonErased: true,
  UserWordsErased: true,
  EventsWithdrawn: true,
};
const names: ReadonlySet<string | undefined> = new Set(Object.keys(erasing));

/** Whether an event erases others. `type`: as it is stored. */
export const isErasing = ({ type }: { readonly type: string }): boolean => names.has(eventTypeNamed(type));

/** The leaves of the events that this event erases. */
export const leavesIn = (event: { readonly type: string; readonly data: unknown }): readonly KeptLeaf[] =>
  isErasing(event) ? ((event.data as { readonly leaves?: readonly KeptLeaf[] }).leaves ?? []) : [];
