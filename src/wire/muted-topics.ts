/** Muted topics in the wire format, for registrations and events. */
import { z } from 'zod';

export type MuteFacts = { readonly channelId: number; readonly topic: string; readonly mutedAt: number };

export const MutedTopic = z
  .tuple([z.string(), z.string(), z.int()])
  .meta({ id: 'MutedTopic', description: 'Name of the stream, topic, and when it was muted in Unix seconds.' });

/** Ordered by the time of muting. Topics of archived streams are omitted, because `openName` has no name for those. */
export const mutedTopics = (
  muted: readonly MuteFacts[],
  openName: (channelId: number) => string | undefined,
): z.infer<typeof MutedTopic>[] =>
  muted.flatMap(({ channelId, topic, mutedAt }): z.infer<typeof MutedTopic>[] => {
    const name = openName(channelId);
    return name === undefined ? [] : [[name, topic, Math.floor(mutedAt / 1000)]];
  });
