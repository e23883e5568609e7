/** Where a message stands: a topic of a channel, or a private conversation. */
import { z } from 'zod';
import { ChannelId, UserId } from './ids.ts';

export const ChannelPlace = z.object({ kind: z.literal('channel'), channelId: ChannelId, topic: z.string() });
export type ChannelPlace = z.infer<typeof ChannelPlace>;

/** `userIds`: every participant, the sender included, ascending, each once. A note to oneself has one. */
export const PrivatePlace = z.object({ kind: z.literal('private'), userIds: z.array(UserId).min(1) });
export type PrivatePlace = z.infer<typeof PrivatePlace>;

export const Place = z.discriminatedUnion('kind', [ChannelPlace, PrivatePlace]);
export type Place = z.infer<typeof Place>;

/** A conversation's name as an index key: its participants, joined. */
export const conversationKey = (userIds: readonly UserId[]): string => userIds.join(',');

/** Participants in their one order: ascending, each once. */
export const participants = (userIds: readonly UserId[]): UserId[] => [...new Set(userIds)].sort((a, b) => a - b);
