/** Deletes the messages of one part of a topic, and plans the next part. A repeated deletion changes nothing. */
import { deleteTopicMessage } from '../../commands/message/delete-topic-message.ts';
import { Semaphore } from '../define/mutex.ts';
import type { Planned } from '../define/planned.ts';
import type { Executing } from '../engine/decide/executor.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import { unlessAborted } from '../engine/unless-aborted.ts';
import { EventLogUnavailable } from '../ports/event-log.ts';
import type { MessageId } from '../vocabulary/ids.ts';

type TopicDeletionParts = {
  readonly executor: Executing;
  /** Resolves when the read models have absorbed the position. */
  readonly absorbed: (position: number) => Promise<void>;
};

/** So many deletions share a flush of the disk. Other requests are served in between. */
const deletedAtOnce = 10;

export function topicDeletions({ executor, absorbed }: TopicDeletionParts): Performer {
  const atOnce = new Semaphore(deletedAtOnce);
  return {
    kind: 'plan',
    async plan(event, _subject, signal): Promise<readonly Planned[]> {
      if (event.type !== 'TopicDeletionRequested') return [];
      const { channelId, topic, messageIds, rest } = event.data;
      const { actor, client, requestId } = event.metadata;
      const order = { realmId: event.realmId, actor, client, requestId, causedBy: event.id };
      const remove = (messageId: MessageId) =>
        atOnce.run(() => executor.execute(deleteTopicMessage, { messageId, channelId, topic }, order));
      const done = await Promise.all(messageIds.map(remove));
      for (const one of done)
        if (!one.ok && one.refusal.code === 'unavailable') throw new EventLogUnavailable(one.refusal.detail);
      if (rest === undefined || actor === null) return [];
      const newest = Math.max(event.position, ...done.map((one) => (one.ok ? one.position : 0)));
      await unlessAborted(absorbed(newest), signal);
      return [{ command: 'continue-topic-deletion', input: { channelId, topic, rest }, actor }];
    },
  };
}
