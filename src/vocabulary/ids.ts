/**
 * The ids of all objects. Each is a positive safe integer, unless its comment says otherwise, and unique within an organization. Each kind
 * is branded, so that it cannot be used for another kind.
 */
import { z } from 'zod';

const positiveId = z.int().positive();

/** An organization. The id is a part of the names of its log streams. */
export const RealmId = positiveId.brand<'RealmId'>();
export type RealmId = z.infer<typeof RealmId>;

/** A person or a bot. */
export const UserId = positiveId.brand<'UserId'>();
export type UserId = z.infer<typeof UserId>;

/** A chat stream; on the wire `stream_id`. */
export const ChannelId = positiveId.brand<'ChannelId'>();
export type ChannelId = z.infer<typeof ChannelId>;

/** A message. Ids increase along the log, except that messages which are sent at the same moment may be out of order. */
export const MessageId = positiveId.brand<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;

export const ProfileFieldId = positiveId.brand<'ProfileFieldId'>();
export type ProfileFieldId = z.infer<typeof ProfileFieldId>;

export const UserGroupId = positiveId.brand<'UserGroupId'>();
export type UserGroupId = z.infer<typeof UserGroupId>;

/** An uploaded file; on the wire the id of an attachment. */
export const FileId = positiveId.brand<'FileId'>();
export type FileId = z.infer<typeof FileId>;

export const ScheduledMessageId = positiveId.brand<'ScheduledMessageId'>();
export type ScheduledMessageId = z.infer<typeof ScheduledMessageId>;

/** A link with which people may join. */
export const InvitationId = positiveId.brand<'InvitationId'>();
export type InvitationId = z.infer<typeof InvitationId>;

export const RealmEmojiId = positiveId.brand<'RealmEmojiId'>();
export type RealmEmojiId = z.infer<typeof RealmEmojiId>;

/** A group of streams for new users. */
export const DefaultGroupId = positiveId.brand<'DefaultGroupId'>();
export type DefaultGroupId = z.infer<typeof DefaultGroupId>;

export const LinkifierId = positiveId.brand<'LinkifierId'>();
export type LinkifierId = z.infer<typeof LinkifierId>;

export const ErasureId = positiveId.brand<'ErasureId'>();
export type ErasureId = z.infer<typeof ErasureId>;

/** An export for review. */
export const ExportId = positiveId.brand<'ExportId'>();
export type ExportId = z.infer<typeof ExportId>;

/** An export of what every member may read. */
export const RealmExportId = positiveId.brand<'RealmExportId'>();
export type RealmExportId = z.infer<typeof RealmExportId>;

export const SinkId = positiveId.brand<'SinkId'>();
export type SinkId = z.infer<typeof SinkId>;

export const HoldId = positiveId.brand<'HoldId'>();
export type HoldId = z.infer<typeof HoldId>;

/** An event of the log: a UUID. It has version 7 if it is new, and version 5 if it is derived from a claim. */
export const EventId = z.uuid().brand<'EventId'>();
export type EventId = z.infer<typeof EventId>;

/** A client's event queue: two integers joined by a colon. */
export const QueueId = z
  .string()
  .regex(/^[0-9]{1,16}:[0-9]{1,16}$/)
  .brand<'QueueId'>();
export type QueueId = z.infer<typeof QueueId>;

/** Unix time in milliseconds, UTC. */
export type Millis = number;

/** An id in the input of a command. 0 is allowed, and is answered like any other id that does not exist. */
export const idNamed = <B extends z.ZodType<number>>(_id: B): B => z.int().nonnegative() as unknown as B;
