/** Moves and deletions of topics with many messages, which are done in parts, one event after the other. */
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { topicWaitMsMax } from '../../vocabulary/limits.ts';
import type { ChannelPlace } from '../../vocabulary/places.ts';
import type { PolicyRunner } from './policy-runner.ts';

export type Topic = Omit<ChannelPlace, 'kind'>;

/** Whether the event is about such a topic: it moves messages into it or out of it, or deletes them. */
export const changesTopic =
  (isIt: (topic: Topic) => boolean) =>
  (event: Recorded): boolean => {
    switch (event.type) {
      case 'TopicMoved':
        return isIt(event.data) || isIt(event.data.to);
      case 'TopicDeletionRequested':
        return isIt(event.data);
      default:
        return false;
    }
  };

/** Waits until earlier moves and deletions of such topics have come to their last messages. Throws like `PolicyRunner.finished`. */
export const topicsWholeBy =
  (runner: Pick<PolicyRunner, 'finished'>) =>
  (realmId: RealmId, isIt: (topic: Topic) => boolean): Promise<void> =>
    runner.finished(realmId, changesTopic(isIt), topicWaitMsMax);
