import { continueTopicDeletion } from '../../../commands/message/continue-topic-deletion.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { inTopic, opened, sends } from '../../support/past-events.ts';

const channelId = channel(1);
const many = Array.from({ length: limits.topicDeletionPartMax + 3 }, (_, at) => sends(at + 1, 3, inTopic(1, 'Lunch')));
const past = [...organization(), opened(1, 'Plans', [1, 3]), many];
const range = (from: number, to: number) => ({ from: from as never, to: to as never });

describeCommand(continueTopicDeletion, () => {
  it('names the next messages in the range that is left', () => {
    const ids = many.map((_, at) => (at + 1) as never);
    const requested = (messageIds: never[], rest?: { from: never; to: never }) =>
      appends(logStream.topics(realmId), 'TopicDeletionRequested', {
        channelId,
        topic: 'lunch',
        messageIds,
        ...(rest && { rest }),
      });
    given(...past)
      .when(continueTopicDeletion, { channelId, topic: 'lunch', rest: range(1, limits.topicDeletionPartMax + 1) })
      .thenHappens(requested(ids.slice(1, limits.topicDeletionPartMax + 1), range(1, 1)));
    given(...past)
      .when(continueTopicDeletion, { channelId, topic: 'lunch', rest: range(1, 2) })
      .thenHappens(requested(ids.slice(0, 2)));
  });

  it('ends if nothing is left', () => {
    given(...past)
      .when(continueTopicDeletion, { channelId, topic: 'tea', rest: range(1, 9) })
      .thenNothing();
  });
});
