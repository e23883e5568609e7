import { deleteTopic } from '../../../commands/message/delete-topic.ts';
import type { Append } from '../../../src/define/command.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { channel, organization } from '../../support/organization.ts';
import { archived, inTopic, joins, opened, sends } from '../../support/past-events.ts';

/** Owner 1, administrator 2, member 3, guest 4. */
const past = [
  ...organization(),
  opened(1, 'Plans', [1, 3]),
  opened(2, 'secret', [3], { inviteOnly: true }),
  sends(5, 3, inTopic(1, 'Lunch')),
  sends(6, 3, inTopic(1, 'tea')),
  sends(7, 3, inTopic(1, 'lunch')),
  sends(8, 3, inTopic(2, 'lunch')),
  joins(2, 2),
  sends(9, 3, inTopic(2, 'lunch')),
];
const asks = askingFor(deleteTopic, past);
const channelId = channel(1);
const requested = (id: number, topic: string, messageIds: number[], rest?: { from: number; to: number }): Append =>
  appends(logStream.topics(realmId), 'TopicDeletionRequested', {
    channelId: channel(id),
    topic,
    messageIds: messageIds as never,
    ...(rest && { rest: rest as never }),
  });

describeCommand(deleteTopic, () => {
  it('names the messages of the topic, regardless of case', () => {
    const when = asks(2, { channelId, topic: ' LUNCH ' });
    when.thenHappens(requested(1, ' LUNCH ', [5, 7]));
    when.thenAnswers({ count: 2 });
  });

  it('names only messages that the administrator may read', () => {
    asks(2, { channelId: channel(2), topic: 'lunch' }).thenHappens(requested(2, 'lunch', [9]));
  });

  it('names the newest messages of the first part, and the range of the others', () => {
    const many = Array.from({ length: limits.topicDeletionPartMax + 1 }, (_, at) =>
      sends(100 + at, 3, inTopic(1, 'Lunch')),
    );
    const newest = many.map((_, at) => 100 + at).slice(1);
    asks(1, { channelId, topic: 'lunch' }, many).thenHappens(requested(1, 'lunch', newest, { from: 5, to: 100 }));
  });

  it('does nothing in a topic without messages', () => {
    const when = asks(1, { channelId, topic: 'dinner' });
    when.thenNothing();
    when.thenAnswers({ count: 0 });
  });

  it('is only for administrators, and does not reveal to others which streams exist', () => {
    for (const actor of [3, 4, 6])
      for (const id of [1, 77])
        asks(actor, { channelId: channel(id), topic: 'lunch' }).thenRefused('administrator-required');
  });

  it('refuses archived streams, and private streams that the administrator is not subscribed to', () => {
    for (const id of [2, 77]) asks(1, { channelId: channel(id), topic: 'lunch' }).thenRefused('channel-id-unknown');
    asks(1, { channelId, topic: 'lunch' }, archived(1, 'Plans')).thenRefused('channel-id-unknown');
  });
});
