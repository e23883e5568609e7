/**
 * Client events: what clients get because of a domain event. A client event has a body with everything that any client may ask for,
 * and a scope that says who gets it. It is made once, from the state right after the domain event, stored in the `feed` model, and kept
 * in memory for the event queues.
 */
import type { ChannelId, MessageId, QueueId, UserId } from '../vocabulary/ids.ts';
import type { SubscriptionProperties } from '../vocabulary/settings.ts';
import type { BotFacts } from '../wire/bot.ts';
import type { MessageObject } from '../wire/message.ts';
import type { SubscriptionObject } from '../wire/subscription.ts';

/**
 * Who gets a client event, as of the position of the domain event. Lists of users are ascending. Scopes must keep this rule for every
 * role: the state of a registration plus the events that follow equals the state of a later registration.
 */
export type Scope =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'non-guests'; readonly plus?: readonly UserId[] }
  /** Human administrators, and the users in `plus`. */
  | { readonly kind: 'administrators'; readonly plus?: readonly UserId[] }
  | { readonly kind: 'users'; readonly userIds: readonly UserId[] }
  /**
   * Subscribers at that position; with `messageId`, those who received that message. `everyPublic`: also queues that asked for all
   * public streams, unless their user is a guest.
   */
  | {
      readonly kind: 'channel';
      readonly channelId: ChannelId;
      readonly messageId?: MessageId;
      readonly plus?: readonly UserId[];
      readonly everyPublic?: boolean;
    }
  /** Those who received one of the messages, whether or not they are still subscribed. */
  | { readonly kind: 'receivers'; readonly channelId: ChannelId; readonly messageIds: readonly MessageId[] }
  /** Those who know of the channel (`src/state/channel-knowledge.ts`). `public`: whether it was public at that position. */
  | {
      readonly kind: 'viewers';
      readonly channelId: ChannelId;
      readonly public: boolean;
      readonly minus?: readonly UserId[];
    };

/** The users who get each message flag. `wildcard`: everyone gets `wildcard_mentioned`. */
export type FlagsFor = {
  readonly read?: readonly UserId[];
  readonly mentioned: readonly UserId[];
  readonly wildcard: boolean;
};

/** A text as sent and as HTML. A queue gets one of them, by its option `apply_markdown`. */
export type BothForms = { readonly content: string; readonly html: string };

type Fields = Readonly<Record<string, unknown>>;

export type ClientBody =
  /** The same fields for everyone. */
  | { readonly kind: 'plain'; readonly fields: Fields }
  /** Different fields for each user. */
  | { readonly kind: 'own'; readonly fieldsOf: Readonly<Record<UserId, Fields>> }
  /** A new subscription, with the default properties or with those that the user had set before. */
  | {
      readonly kind: 'subscription';
      readonly subscription: SubscriptionObject;
      readonly propertiesOf: Readonly<Record<UserId, SubscriptionProperties>>;
    }
  /** A bot as its owner and administrators see it. Its secrets are derived when the event is delivered, and are never stored. */
  | { readonly kind: 'bot'; readonly op: 'add'; readonly bot: BotFacts }
  | { readonly kind: 'bot'; readonly op: 'update'; readonly bot: BotFacts; readonly changed: 'api_key' | 'services' }
  /** The avatar URL is null for queues whose client computes gravatars itself. */
  | {
      readonly kind: 'person';
      readonly fields: Fields;
      readonly person: Fields;
    }
  | {
      readonly kind: 'message';
      /** Without `content` and `content_type`, which differ by queue. */
      readonly message: Omit<MessageObject, 'content' | 'content_type'>;
      readonly text: BothForms;
      readonly flags: FlagsFor;
      readonly echo?: { readonly queueId: QueueId; readonly localId: string };
    }
  | { readonly kind: 'update'; readonly fields: Fields; readonly flags: FlagsFor }
  | {
      readonly kind: 'deletion';
      readonly messageIds: readonly MessageId[];
      readonly fields: Fields;
      /** Additional fields for queues without bulk deletion. */
      readonly single: Fields;
    };

/** Canonical names. Two types have a second name, which a queue may have asked for (`feed/type-names.ts`). */
export type ClientEventType =
  | 'message'
  | 'update_message'
  | 'delete_message'
  | 'subscription'
  | 'stream'
  | 'muted_topics'
  | 'realm'
  | 'realm_user'
  | 'realm_bot'
  | 'default_streams'
  | 'custom_profile_fields'
  | 'update_global_notifications';

export type ClientEvent = {
  readonly type: ClientEventType;
  readonly scope: Scope;
  readonly body: ClientBody;
  /** The message whose content is in the body. Erasing that message removes the client event. */
  readonly carries?: MessageId;
  /** Messages that the body lists. Erasing one removes it from the lists; erasing the last removes the client event. */
  readonly lists?: readonly MessageId[];
};
