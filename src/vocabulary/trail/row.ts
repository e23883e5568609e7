/** How the table of the trail describes a type of event: what was done to what, and which fields of it changed. */
import type { DataOf, EventType, Recorded } from '../events/index.ts';
import type { Place } from '../places.ts';

/** What an event is about, in the API's words. */
export const objectTypes = [
  'organization',
  'domain',
  'linkifier',
  'profile_field',
  'emoji',
  'user_group',
  'default_group',
  'user',
  'stream',
  'topic',
  'message',
  'file',
  'scheduled_message',
  'invitation',
  'queue',
  'auditor',
  'access',
  'sign_in',
  'hold',
  'erasure',
  'export',
  'realm_export',
  'sink',
] as const;
export type ObjectType = (typeof objectTypes)[number];

export type ObjectRef = { readonly type: ObjectType; readonly id: number | string };

/** Values as JSON, by the names that the API has for them. */
export type Fields = Readonly<Record<string, unknown>>;

export type TrailRow<T extends EventType = EventType> = {
  readonly action: `${ObjectType}.${string}`;
  readonly description: string;
  /** The id of the object. */
  readonly object: (event: Recorded<T>) => number | string;
  /** Others whose life it is part of: those who were subscribed, for instance. */
  readonly also?: (event: Recorded<T>) => readonly ObjectRef[];
  /** Where it happened, for what happens in a stream or in a conversation. */
  readonly place?: (data: DataOf<T>) => Place | undefined;
  /** The values that the event sets. A secret among them is null. */
  readonly after?: (data: DataOf<T>) => Fields | null;
  /** Their values before, where the event tells them. Absent: they are folded from the earlier events of the object. */
  readonly before?: (data: DataOf<T>) => Fields | null;
  /** Nothing is folded: the event begins something, or what it changes cannot be told field by field. */
  readonly begins?: true;
  /** Owners who are no auditors do not see it, because it may be about them. */
  readonly auditorsOnly?: true;
  /** Fields that hold what people wrote. */
  readonly content?: readonly string[];
  /** Names in it, in which words are searched. */
  readonly names?: (data: DataOf<T>) => readonly string[];
};

/** What is not recorded has no row. */
export const notRecorded = null;

export type RowsOf<E> = { readonly [T in keyof E & EventType]: TrailRow<T> | typeof notRecorded };
