/** Plans the next part of a move of many messages, after the read models have absorbed the previous part. */
import { isIn, type Topics } from '../../state/topics.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { MessageId } from '../../vocabulary/ids.ts';
import { unlessAborted } from '../unless-aborted.ts';
import type { Performer } from './policy-actions.ts';

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

/** Whether the event moves messages into the topic in which this message is, or out of it. */
export const movesAbout =
  (topics: Topics, messageId: MessageId) =>
  (event: Recorded): boolean =>
    event.type === 'TopicMoved' && [event.data, event.data.to].some((place) => isIn(topics, place, messageId));
