/** The place of a message: a topic of a channel, or a private conversation. */
import { z } from 'zod';
import { ascending } from './ascending.ts';
import { ChannelId, UserId } from './ids.ts';

export const ChannelPlace = z.object({ kind: z.literal('channel'), channelId: ChannelId, topic: z.string() });
export type ChannelPlace = z.infer<typeof ChannelPlace>;

/** `userIds`: all participants including the sender, ascending, without duplicates. A note to oneself has one. */
export const PrivatePlace = z.object({ kind: z.literal('private'), userIds: z.array(UserId).min(1) });
export type PrivatePlace = z.infer<typeof PrivatePlace>;

export const Place = z.discriminatedUnion('kind', [ChannelPlace, PrivatePlace]);
export type Place = z.infer<typeof Place>;

/** The index key of a conversation: its participants, joined. */
export const conversationKey = (userIds: readonly UserId[]): string => userIds.join(',');

/** The participants in canonical order: ascending, without duplicates. */
export const participants: (userIds: readonly UserId[]) => UserId[] = ascending;
