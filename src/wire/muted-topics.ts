/** Muted topics as clients see them, in registrations and events alike (api-facts §3.1). */
export type MuteFacts = { readonly channelId: number; readonly topic: string; readonly mutedAt: number };

/** `[stream name, topic, Unix seconds]`, in the order of muting. Those of archived streams, which have no name, are left out. */
export const mutedTopics = (
  muted: readonly MuteFacts[],
  openName: (channelId: number) => string | undefined,
): [string, string, number][] =>
  muted.flatMap(({ channelId, topic, mutedAt }) => {
    const name = openName(channelId);
    return name === undefined ? [] : [[name, topic, Math.floor(mutedAt / 1000)] as [string, string, number]];
  });
