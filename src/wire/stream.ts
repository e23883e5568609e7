/** Chat streams in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import { PostPolicy } from '../vocabulary/events/channels.ts';

/** The input of the object. Both the folded state and the read model have these fields. */
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

export const Stream = z
  .object({
    stream_id: z.int(),
    name: z.string(),
    description: z.string(),
    rendered_description: z.string().describe('HTML of the description'),
    invite_only: z.boolean().describe('Whether it is private'),
    is_web_public: z.boolean().describe('Always false'),
    stream_post_policy: PostPolicy.describe(
      'Who may post: 1 everybody, 2 administrators, 3 new members and administrators',
    ),
    history_public_to_subscribers: z.boolean().describe('Whether new subscribers see older messages'),
    first_message_id: z.int().nullable().describe('Null for a stream without messages'),
    message_retention_days: z.int().nullable().describe('Null: the setting of the organization; -1: for ever'),
    is_announcement_only: z.boolean().describe('Whether `stream_post_policy` is 2'),
  })
  .meta({ id: 'Stream', description: 'A stream as everybody who may know of it sees it.' });
export type StreamObject = DeepReadonly<z.infer<typeof Stream>>;

export const ListedStream = z
  .object({
    ...Stream.shape,
    is_default: z.boolean().optional().describe('Whether new users are subscribed to it; only if it was requested'),
  })
  .meta({ id: 'ListedStream', description: 'A stream in a listing.' });
export type ListedStream = DeepReadonly<z.infer<typeof ListedStream>>;

/** `is_announcement_only` is an older name of this post policy. */
export const isForAnnouncements = (postPolicy: PostPolicy): boolean => postPolicy === 2;

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
  is_announcement_only: isForAnnouncements(channel.postPolicy),
});
