/**
 * What a domain event becomes for clients: bodies that hold all that any of them may ask for, and who is to get them. Made once,
 * with the state folded exactly up to the event; projected (`feed`), and kept in the ring for the queues.
 */
import type { ChannelId, MessageId, QueueId, UserId } from '../vocabulary/ids.ts';
import type { SubscriptionProperties } from '../vocabulary/settings.ts';
import type { BotFacts } from '../wire/bot.ts';
import type { MessageObject } from '../wire/message.ts';
import type { SubscriptionObject } from '../wire/subscription.ts';

/**
 * Who gets a client event, as of the domain event's position. Lists of users are ascending. What a client has of the state when it
 * registers, it must be told of by somebody's scope, and nobody else: *state + events = later state*, for every role.
 */
export type Scope =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'non-guests'; readonly plus?: readonly UserId[] }
  /** Human administrators, and some others. */
  | { readonly kind: 'administrators'; readonly plus?: readonly UserId[] }
  | { readonly kind: 'users'; readonly userIds: readonly UserId[] }
  /**
   * Subscribers of that moment; with `messageId`, those who received that message. `everyPublic`: queues that asked for all public
   * streams get it too, if their user is no guest.
   */
  | {
      readonly kind: 'channel';
      readonly channelId: ChannelId;
      readonly messageId?: MessageId;
      readonly plus?: readonly UserId[];
      readonly everyPublic?: boolean;
    }
  /** Those who received one of the messages, and know it for ever. */
  | { readonly kind: 'receivers'; readonly channelId: ChannelId; readonly messageIds: readonly MessageId[] }
  /** Who knows of the channel (`feed/sight.ts`), which was `public` at that moment or not. */
  | {
      readonly kind: 'viewers';
      readonly channelId: ChannelId;
      readonly public: boolean;
      readonly minus?: readonly UserId[];
    };

/** Which of the message flags go to whom; everybody else has none. */
export type FlagsFor = {
  readonly read?: readonly UserId[];
  readonly mentioned: readonly UserId[];
  readonly wildcard: boolean;
};

/** One text in both forms; a queue's `apply_markdown` chooses. */
export type BothForms = { readonly content: string; readonly html: string };

type Fields = Readonly<Record<string, unknown>>;

export type ClientBody =
  /** The same for everybody. */
  | { readonly kind: 'plain'; readonly fields: Fields }
  /** To each of the users their own. */
  | { readonly kind: 'own'; readonly fieldsOf: Readonly<Record<UserId, Fields>> }
  /** Somebody's new subscription: with the default properties, or with their own where they have any. */
  | {
      readonly kind: 'subscription';
      readonly subscription: SubscriptionObject;
      readonly propertiesOf: Readonly<Record<UserId, SubscriptionProperties>>;
    }
  /** A bot as its owner and administrators see it: what of it is secret is derived when it is served, and stands nowhere. */
  | { readonly kind: 'bot'; readonly op: 'add'; readonly bot: BotFacts }
  | { readonly kind: 'bot'; readonly op: 'update'; readonly bot: BotFacts; readonly changed: 'api_key' | 'services' }
  /** `gravatar` fields are null for queues whose client computes gravatars itself. */
  | {
      readonly kind: 'person';
      readonly fields: Fields;
      readonly person: Fields;
    }
  | {
      readonly kind: 'message';
      /** Without `content`, `content_type` and the avatar, which differ by queue. */
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
      /** Only for queues without bulk deletion (api-facts §0.2a). */
      readonly single: Fields;
    };

/** Canonical names are the wire's; a queue may have asked for the spec's (`feed/type-names.ts`). */
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
  /** The message whose words it carries: erasing that message purges it. */
  readonly carries?: MessageId;
  /** Messages that it lists besides: erasing one takes it from the lists, and erasing all purges it. */
  readonly lists?: readonly MessageId[];
};
