/** Muted topics in the wire format, for registrations and events. */
import { z } from 'zod';

export type MuteFacts = { readonly channelId: number; readonly topic: string; readonly mutedAt: number };

export const MutedTopic = z
  .tuple([z.string(), z.string(), z.int()])
  .meta({ id: 'MutedTopic', description: 'Name of the stream, topic, and when it was muted in Unix seconds.' });

/**
 * Ordered by the time of muting. Topics whose stream has no name there are omitted: those of archived streams and of streams that are
 * hidden from the user.
 */
export const mutedTopics = <M extends MuteFacts>(
  muted: readonly M[],
  nameOf: (mute: M) => string | null,
): z.infer<typeof MutedTopic>[] =>
  muted.flatMap((mute): z.infer<typeof MutedTopic>[] => {
    const name = nameOf(mute);
    return name === null ? [] : [[name, mute.topic, Math.floor(mute.mutedAt / 1000)]];
  });
