/**
 * What a domain event becomes for clients: bodies that hold all that any of them may ask for, and who is to get them. Made once,
 * with the state folded exactly up to the event; projected (`feed`), and kept in the ring for the queues.
 */
import type { ChannelId, MessageId, QueueId, UserId } from '../vocabulary/ids.ts';
import type { MessageObject } from '../wire/message.ts';

/** Who gets a client event, as of the domain event's position. */
export type Scope =
  | { readonly kind: 'everyone' }
  | { readonly kind: 'non-guests'; readonly minus?: readonly UserId[] }
  /** Human administrators, and some others. */
  | { readonly kind: 'administrators'; readonly plus?: readonly UserId[] }
  | { readonly kind: 'users'; readonly userIds: readonly UserId[] }
  /**
   * Subscribers of that moment. `everyPublic`: queues that asked for all public streams get it too, if their user is no guest.
   * `orAdministrators`: administrators get it too.
   */
  | {
      readonly kind: 'channel';
      readonly channelId: ChannelId;
      readonly plus?: readonly UserId[];
      readonly minus?: readonly UserId[];
      readonly everyPublic?: boolean;
      readonly orAdministrators?: boolean;
    };

/** Which of the message flags go to whom; everybody else has none. */
export type FlagsFor = {
  readonly read?: readonly UserId[];
  readonly mentioned: readonly UserId[];
  readonly wildcard: boolean;
};

/** One text in both forms; a queue's `apply_markdown` chooses. */
export type BothForms = { readonly content: string; readonly html: string };

export type ClientBody =
  /** The same for everybody. */
  | { readonly kind: 'plain'; readonly fields: Readonly<Record<string, unknown>> }
  /** `gravatar` fields are null for queues whose client computes gravatars itself. */
  | {
      readonly kind: 'person';
      readonly fields: Readonly<Record<string, unknown>>;
      readonly person: Readonly<Record<string, unknown>>;
    }
  | {
      readonly kind: 'message';
      /** Without `content`, `content_type` and the avatar, which differ by queue. */
      readonly message: Omit<MessageObject, 'content' | 'content_type'>;
      readonly text: BothForms;
      readonly flags: FlagsFor;
      readonly echo?: { readonly queueId: QueueId; readonly localId: string };
    }
  | { readonly kind: 'update'; readonly fields: Readonly<Record<string, unknown>>; readonly flags: FlagsFor }
  | {
      readonly kind: 'deletion';
      readonly messageIds: readonly MessageId[];
      readonly fields: Readonly<Record<string, unknown>>;
      /** Only for queues without bulk deletion (api-facts §0.2a). */
      readonly single: Readonly<Record<string, unknown>>;
    };

/** Canonical names are the wire's; a queue may have asked for the spec's (`feed/type-names.ts`). */
export type ClientEventType =
  | 'message'
  | 'update_message'
  | 'delete_message'
  | 'subscription'
  | 'stream'
  | 'muted_topics'
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
};
