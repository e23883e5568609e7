/** A topic that a user has muted, and the rule by which topics are compared: without case. */
import { foldCase } from './fold-case.ts';
import type { ChannelId, Millis } from './ids.ts';

export type MutedTopic = { readonly channelId: ChannelId; readonly topic: string; readonly mutedAt: Millis };

/** Returns a test whether a mute is of this topic. The topic is case-folded once, because a user may have thousands of mutes. */
export function isMuteOf({ channelId, topic }: Pick<MutedTopic, 'channelId' | 'topic'>): (mute: MutedTopic) => boolean {
  const folded = foldCase(topic);
  return (mute) => mute.channelId === channelId && foldCase(mute.topic) === folded;
}
