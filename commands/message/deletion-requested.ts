/**
 * The event that requests the deletion of a topic's messages. It names those of this part, newest first, and says which others are left.
 */
import type { DataOf, DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';

type Topic = Pick<DataOf<'TopicDeletionRequested'>, 'channelId' | 'topic'>;

/** `ids`: ascending. Undefined if there is nothing to delete. */
export function deletionRequested(
  topic: Topic,
  ids: readonly MessageId[],
): DomainEvent<'TopicDeletionRequested'> | undefined {
  const messageIds = ids.slice(-limits.topicDeletionPartMax);
  if (messageIds.length === 0) return undefined;
  const [from, to] = [ids[0], ids.at(-limits.topicDeletionPartMax - 1)];
  const rest = from === undefined || to === undefined ? {} : { rest: { from, to } };
  return { type: 'TopicDeletionRequested', data: { ...topic, messageIds, ...rest } };
}
