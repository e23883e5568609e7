/** Plans the next part of a move of many messages, after the read models have absorbed the previous part. */
import type { Performer } from '../engine/react/policy-actions.ts';
import { unlessAborted } from '../engine/unless-aborted.ts';

export const topicMoves = (absorbed: (position: number) => Promise<void>): Performer => ({
  kind: 'plan',
  async plan(event, _subject, signal) {
    if (event.type !== 'TopicMoved') return [];
    await unlessAborted(absorbed(event.position), signal);
    const { channelId, topic, messageId, which, to, part } = event.data;
    const input = { channelId, topic, messageId, which, to, part };
    const { actor } = event.metadata;
    return [{ command: 'continue-move', input, ...(actor !== null && { actor }) }];
  },
});
