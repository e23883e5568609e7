/** What the model knows of streams, users, messages and queues. */
export type Place =
  | { kind: 'channel'; channelId: number; topic: string }
  | { kind: 'private'; userIds: readonly number[] };
export type Interval = { readonly from: number; to: number };
export type Channel = {
  readonly id: number;
  name: string;
  inviteOnly: boolean;
  historyPublic: boolean;
  isArchived: boolean;
  /** When it became private or, as a public stream, was archived; 0 if it has been private since it was created. */
  closedAt: number;
  /** For everyone who was ever subscribed: the message ids that they received. The last one is open while they are subscribed. */
  readonly received: Map<number, Interval[]>;
  /** When each of them left last, by the time of the event. */
  readonly leftAt: Map<number, number>;
};
export type User = {
  readonly id: number;
  role: number;
  isActive: boolean;
  /** From when until when the user was a guest. The last one ends at infinity while the user is one. */
  readonly guestDuring: [number, number][];
};
export type SentMessage = {
  readonly id: number;
  readonly position: number;
  readonly senderId: number;
  readonly sentTo: Place;
  place: Place;
  /** All contents that it ever had, the newest last. */
  readonly contents: string[];
  /** The time of the event that gave it each of them. */
  readonly changedAt: number[];
  isDeleted: boolean;
  /** A message with a higher id was in the log before it. */
  readonly isLate: boolean;
};
export type Queue = {
  readonly userId: number;
  readonly start: number;
  readonly allPublic: boolean;
  readonly expected: Expected[];
  isOver: boolean;
};
/** A client event that the queue must deliver, unless its message was deleted before. */
export type Expected = {
  readonly position: number;
  readonly type: 'message' | 'update_message' | 'delete_message';
  readonly messageId: number;
  /** Whether it is delivered depends on what is known of a scrubbed message, or on the time of the poll (docs/promises.md, 16). */
  readonly isUnsure?: boolean;
};

/** Whether it was sent to another channel. A user who leaves this channel before they poll may not get its changes. */
export const isMovedIn = ({ place, sentTo }: SentMessage): boolean =>
  place.kind === 'channel' && sentTo.kind === 'channel' && place.channelId !== sentTo.channelId;

/** The marks in a text, which identify it wherever it is shown. */
export const marksIn = (text: string): string[] => [...text.matchAll(/\bmark[0-9]+x\b/g)].map(([mark]) => mark);
