/** Chat streams as clients see them (spec, Stream; api-facts §2.2). */
import type { PostPolicy } from '../vocabulary/events/channels.ts';

/** What the object is made of; from folded state and from the read model alike. */
export type ChannelFacts = {
  readonly channelId: number;
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
  readonly inviteOnly: boolean;
  readonly historyPublic: boolean;
  readonly postPolicy: PostPolicy;
  readonly retentionDays: number | null;
};

export type StreamObject = {
  readonly stream_id: number;
  readonly name: string;
  readonly description: string;
  readonly rendered_description: string;
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly stream_post_policy: PostPolicy;
  readonly history_public_to_subscribers: boolean;
  readonly first_message_id: number | null;
  readonly message_retention_days: number | null;
  readonly is_announcement_only: boolean;
};

const administratorsOnly = 2;

/** `firstMessageId`: null for a stream without messages. */
export const streamObject = (channel: ChannelFacts, firstMessageId: number | null): StreamObject => ({
  stream_id: channel.channelId,
  name: channel.name,
  description: channel.description,
  rendered_description: channel.renderedDescription,
  invite_only: channel.inviteOnly,
  is_web_public: false,
  stream_post_policy: channel.postPolicy,
  history_public_to_subscribers: channel.historyPublic,
  first_message_id: firstMessageId,
  message_retention_days: channel.retentionDays,
  is_announcement_only: channel.postPolicy === administratorsOnly,
});
