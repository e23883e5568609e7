/**
 * Client events: the events that clients get because of a domain event. A client event has a body with every field that any client may
 * request, and a scope that defines who gets it. It is made once, from the state right after the domain event. Then it is stored in the
 * `feed` model, and kept in memory for the event queues.
 */
import type { ChannelId, FileId, MessageId, QueueId, UserId } from '../vocabulary/ids.ts';
import type { SubscriptionProperties } from '../vocabulary/settings.ts';
import type { BotFacts } from '../wire/bot.ts';
import type { EventFields } from '../wire/client-events.ts';
import type { MessageFacts } from '../wire/message.ts';
import type { MuteFacts } from '../wire/muted-topics.ts';
import type { NeverSubscribedObject, SubscriptionObject } from '../wire/subscription.ts';
import type { UserRow } from '../wire/user.ts';

/**
 * The users who get a client event, as of the position of the domain event. Lists of users are ascending. For every role, scopes must keep
 * this rule: the state of a registration plus the events that follow equals the state of a later registration.
 */
export type Scope =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'non-guests'; readonly plus?: readonly UserId[] }
  /** Human administrators, and the users in `plus`. */
  | { readonly kind: 'administrators'; readonly plus?: readonly UserId[] }
  | { readonly kind: 'users'; readonly userIds: readonly UserId[] }
  /**
   * The subscribers at that position. With `messageId`, the users who received that message instead. `changed`: the messages that were
   * changed. `former`: also these users if they received one of them and have left. `everyPublic`: also queues that requested all public
   * streams, unless their user is a guest.
   */
  | (Narrowed & {
      readonly kind: 'channel';
      readonly channelId: ChannelId;
      readonly messageId?: MessageId;
      readonly changed?: readonly MessageId[];
      readonly former?: 'everyone' | 'non-guests';
      readonly plus?: readonly UserId[];
      readonly everyPublic?: boolean;
    })
  /**
   * The users who received one of the messages, and the users in `plus`. With `subscribed`, only receivers who are subscribed at that
   * position. With `stayed`, only receivers who have been subscribed ever since the message was sent.
   */
  | (Narrowed & {
      readonly kind: 'receivers';
      readonly channelId: ChannelId;
      readonly messageIds: readonly MessageId[];
      readonly subscribed?: boolean;
      readonly plus?: readonly UserId[];
      readonly stayed?: boolean;
    })
  /** The users who know of the channel while it is public, but not while it is private. */
  | { readonly kind: 'outsiders'; readonly channelId: ChannelId }
  /** Those who know of the channel (`src/state/channel-knowledge.ts`). `public`: whether it was public at that position. */
  | (Narrowed & { readonly kind: 'viewers'; readonly channelId: ChannelId; readonly public: boolean });

export const everyone: Scope = { kind: 'everyone' };

/** Leaves out the users in `minus`, and all users who are not in `among`. */
type Narrowed = { readonly minus?: readonly UserId[]; readonly among?: readonly UserId[] };

/** The users who get each message flag. `wildcard`: everyone gets `wildcard_mentioned`. */
export type FlagsFor = {
  readonly read?: readonly UserId[];
  readonly mentioned: readonly UserId[];
  readonly alerted?: readonly UserId[];
  readonly wildcard: boolean;
};

/** A text as sent and as HTML. A queue gets one of them, by its option `apply_markdown`. */
type BothForms = { readonly content: string; readonly html: string };

type Without<E, K extends PropertyKey> = E extends unknown ? Omit<E, K> : never;

/** The fields are the same for everyone. */
type Plain<T extends string> = { readonly kind: 'plain'; readonly fields: EventFields<T> };

/** Clients get the complete list of a user. It is made from the change when it is served (`feed/muted-topics.ts`). */
export type MutedTopicsChanged = { readonly kind: 'muted'; readonly change?: MutedTopicsChange };

export type MutedTopicsChange =
  | { readonly op: 'mute'; readonly channelId: ChannelId; readonly topic: string }
  /** `at`: its index in the list. `name`: the channel's name there; null if it was not shown. */
  | { readonly op: 'unmute'; readonly at: number; readonly mute: MuteFacts; readonly name: string | null }
  /** The names that the channels had there before; null for those that were not shown. */
  | { readonly op: 'names'; readonly were: readonly (readonly [channelId: ChannelId, name: string | null])[] };

type SentMessage = {
  readonly kind: 'message';
  readonly message: Omit<MessageFacts, 'content'>;
  readonly senderId: UserId;
  /** The name of the channel to which it was sent; undefined for private messages. */
  readonly channel: string | undefined;
  readonly text: BothForms;
  readonly flags: FlagsFor;
  readonly echo?: { readonly queueId: QueueId; readonly localId: string };
};

type ChangedMessages = {
  readonly kind: 'update';
  readonly fields: Without<EventFields<'update_message'>, 'flags'>;
  readonly flags: FlagsFor;
};

type DeletedMessages = {
  readonly kind: 'deletion';
  readonly messageIds: readonly MessageId[];
  readonly fields: Omit<EventFields<'delete_message'>, 'message_ids' | 'message_id' | 'sender_id'>;
  /** Additional fields for queues without bulk deletion. */
  readonly single: Pick<EventFields<'delete_message'>, 'sender_id'>;
};

/** A new subscription, with the default properties or with those that the user had set before. */
type NewSubscription = {
  readonly kind: 'subscription';
  readonly subscription: SubscriptionObject;
  readonly propertiesOf: Readonly<Record<UserId, SubscriptionProperties>>;
};

/** Users who joined or left a channel: clients get an event for each of them (`feed/parts.ts`). */
export type Peers = {
  readonly kind: 'peers';
  readonly op: 'peer_add' | 'peer_remove';
  readonly channelId: ChannelId;
  readonly userIds: readonly UserId[];
};

/** A channel that the receivers did not know of. The users in `once` were subscribed before, and get it with their own properties. */
type ShownStream = {
  readonly kind: 'shown';
  readonly stream: NeverSubscribedObject;
  /** The same with the default properties. */
  readonly subscription: SubscriptionObject;
  readonly once: readonly UserId[];
  readonly propertiesOf: Readonly<Record<UserId, SubscriptionProperties>>;
};

/** A person's address, and the avatar that follows from it, as of the time when the event is served. */
type Readdressed = { readonly kind: 'address'; readonly userId: UserId };

/** The avatar URL is null for queues whose client computes gravatars itself. An `email` is filled in when the event is served. */
type PersonWithAvatar =
  | { readonly kind: 'person'; readonly fields: { readonly op: 'add' }; readonly person: UserRow }
  | {
      readonly kind: 'person';
      readonly fields: { readonly op: 'update' };
      readonly person: Extract<EventFields<'realm_user'>, { op: 'update' }>['person'];
    };

/** A bot as its owner and administrators see it. Its secrets are derived when the event is delivered, and are never stored. */
type BotWithSecrets =
  | { readonly kind: 'bot'; readonly op: 'add'; readonly bot: BotFacts }
  | {
      readonly kind: 'bot';
      readonly op: 'update';
      readonly bot: BotFacts;
      readonly changed: 'api_key' | 'services' | 'avatar_url';
    };

/** Queues that requested slim presence get it without the address. */
type PresenceTold = { readonly kind: 'presence'; readonly fields: Omit<EventFields<'presence'>, 'email'> };

type Reacted = { readonly kind: 'reaction'; readonly fields: Omit<EventFields<'reaction'>, 'user'> };

type TypingTold = {
  readonly kind: 'typing';
  readonly op: EventFields<'typing'>['op'];
  readonly userId: UserId;
  readonly userIds: readonly UserId[];
};

/** For a single user, whose address is in the field `key`. */
type Own<T extends ClientEventType, K extends string> = {
  readonly kind: 'own';
  readonly userId: UserId;
  readonly key: K;
  readonly fields: Without<Extract<EventFields<T>, { readonly [key in K]: string }>, K>;
};

/** A user who was deactivated. The name is added when the event is served. */
type Removed = { readonly kind: 'removed'; readonly key: 'person' | 'bot'; readonly userId: UserId };

/**
 * An uploaded file as its owner sees it. Its current state is added when the event is served (`feed/attachments.ts`), because the messages
 * that share it may be erased, and because other files change the used space.
 */
export type AttachmentChanged = {
  readonly kind: 'attachment';
  readonly op: 'add' | 'update' | 'remove';
  readonly fileId: FileId;
};

/**
 * The bodies by canonical name. No body contains the name or the address of a person, except in events whose `carries` names that person.
 * Names are added when an event is served (`feed/message-names.ts`), so that they are erased with the person. Two types have a second name,
 * which a queue may have requested (`feed/type-names.ts`).
 */
type Bodies = {
  readonly message: SentMessage;
  readonly update_message: ChangedMessages;
  readonly delete_message: DeletedMessages;
  readonly reaction: Reacted;
  readonly submessage: Plain<'submessage'>;
  readonly presence: PresenceTold;
  readonly typing: TypingTold;
  readonly user_status: Plain<'user_status'>;
  readonly subscription: Plain<'subscription'> | Own<'subscription', 'email'> | NewSubscription | Peers;
  readonly stream: Plain<'stream'> | ShownStream;
  readonly muted_topics: MutedTopicsChanged;
  readonly realm: Plain<'realm'>;
  readonly realm_user: Plain<'realm_user'> | PersonWithAvatar | Readdressed | Removed;
  readonly realm_bot: Plain<'realm_bot'> | BotWithSecrets | Removed;
  readonly default_stream_groups: Plain<'default_stream_groups'>;
  readonly default_streams: Plain<'default_streams'>;
  readonly custom_profile_fields: Plain<'custom_profile_fields'>;
  readonly realm_domains: Plain<'realm_domains'>;
  readonly realm_filters: Plain<'realm_filters'>;
  readonly realm_emoji: Plain<'realm_emoji'>;
  readonly user_group: Plain<'user_group'>;
  readonly attachment: AttachmentChanged;
  readonly update_global_notifications: Own<'update_global_notifications', 'user'>;
  readonly alert_words: Plain<'alert_words'>;
  readonly invites_changed: Plain<'invites_changed'>;
  readonly realm_export: Plain<'realm_export'>;
  readonly update_display_settings: Own<'update_display_settings', 'user'>;
  readonly update_message_flags: Plain<'update_message_flags'>;
};

export type ClientEventType = keyof Bodies;
export type BodyOf<T extends ClientEventType> = Bodies[T];
export type ClientBody = BodyOf<ClientEventType>;

/**
 * A message, an uploaded file, a person, or a person's texts. A client event names it if the event contains data that its erasure removes.
 */
export type Carried = MessageId | `file-${number}` | `person-${number}` | `words-${number}`;

type Delivery = {
  readonly scope: Scope;
  /** The message or file whose content or name is in the body. Erasing it removes the client event. */
  readonly carries?: Carried | readonly Carried[];
  /** The messages that the body lists. Erasing one removes it from the lists; erasing the last one removes the client event. */
  readonly lists?: readonly MessageId[];
};

export type ClientEvent = {
  [T in ClientEventType]: Delivery & { readonly type: T; readonly body: BodyOf<T> };
}[ClientEventType];

type PlainType = { [T in ClientEventType]: Plain<T> extends BodyOf<T> ? T : never }[ClientEventType];

/** A client event whose fields are the same for everyone. */
export const plainEvent = <T extends PlainType>(type: T, scope: Scope, fields: EventFields<T>): ClientEvent =>
  ({ type, scope, body: { kind: 'plain', fields } }) as never;
