/**
 * Events of `channels-…`, one log stream per organization: which chat streams exist, with unique names, and their settings. All changes of
 * one request are one append.
 */
import { z } from 'zod';
import { ChannelId, UserId } from '../ids.ts';

/** Who may send messages. 1: anyone; 2: administrators; 3: new members and administrators. */
export const PostPolicy = z.union([z.literal(1), z.literal(2), z.literal(3)]);
export type PostPolicy = z.infer<typeof PostPolicy>;

export const channelsEvents = {
  ChannelCreated: z.object({
    channelId: ChannelId,
    name: z.string(),
    description: z.string(),
    renderedDescription: z.string(),
    inviteOnly: z.boolean(),
    historyPublic: z.boolean(),
    postPolicy: PostPolicy,
    /** The number of days; −1 for ever; null for the organization's setting. */
    retentionDays: z.int().nullable(),
    creatorId: UserId.nullable(),
    /** At most 500; the others follow as SubscribersAdded. */
    subscribers: z.array(UserId),
  }),
  /** The creator of these streams requested their announcement. */
  AnnouncementRequested: z.object({ channelIds: z.array(ChannelId) }),
  ChannelRenamed: z.object({ channelId: ChannelId, name: z.string(), previousName: z.string() }),
  ChannelDescribed: z.object({ channelId: ChannelId, description: z.string(), renderedDescription: z.string() }),
  ChannelPostPolicyChanged: z.object({ channelId: ChannelId, postPolicy: PostPolicy }),
  /** The number of days; −1 for ever; null for the organization's setting. */
  ChannelRetentionChanged: z.object({ channelId: ChannelId, retentionDays: z.int().nullable() }),
  /** From here on, these values decide who knows of the chat stream and who may read its history. */
  ChannelPrivacyChanged: z.object({ channelId: ChannelId, inviteOnly: z.boolean(), historyPublic: z.boolean() }),
  /** The name is free again. Nobody can read or write here any more. */
  ChannelArchived: z.object({ channelId: ChannelId, name: z.string() }),
} as const;
