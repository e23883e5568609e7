/** The description of an event type in the table of the trail: the action, its object, and the changed fields. */
import type { DataOf, EventType, Recorded } from '../events/index.ts';
import type { Place } from '../places.ts';

/** The types of objects that events are about, in the words of the API. */
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

/** Values as JSON, by their names in the API. */
export type Fields = Readonly<Record<string, unknown>>;

export type TrailRow<T extends EventType = EventType> = {
  readonly action: `${ObjectType}.${string}`;
  readonly description: string;
  /** The id of the object. */
  readonly object: (event: Recorded<T>) => number | string;
  /** Other objects to whose history the event belongs, such as users who were subscribed. */
  readonly also?: (event: Recorded<T>) => readonly ObjectRef[];
  /** The id of the topic out of which the event moves many messages. It does not name them. */
  readonly movesManyFrom?: (data: DataOf<T>) => string | undefined;
  /** The place of the event, if it happens in a stream or in a conversation. */
  readonly place?: (data: DataOf<T>) => Place | undefined;
  /** Another place to which the event belongs, such as the one to which messages are moved. */
  readonly alsoIn?: (data: DataOf<T>) => Place;
  /** The values that the event sets. A secret among them is null. */
  readonly after?: (data: DataOf<T>) => Fields | null;
  /** The previous values, if the event contains them. Absent: they are found in the earlier events of the object. */
  readonly before?: (data: DataOf<T>) => Fields | null;
  /** There are no previous values: the event creates something, or its changes cannot be expressed as fields. */
  readonly begins?: true;
  /** Whether it is hidden from owners who are not auditors, because it may be about them. */
  readonly auditorsOnly?: true;
  /** Fields that contain what people wrote. */
  readonly content?: readonly string[];
  /** Names in the event, in which words are searched. */
  readonly names?: (data: DataOf<T>) => readonly string[];
};

/** Events that are not recorded have no row. */
export const notRecorded = null;

export type RowsOf<E extends EventType> = { readonly [T in E]: TrailRow<T> | typeof notRecorded };
export type Rows = Partial<RowsOf<EventType>>;
