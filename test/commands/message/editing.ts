/** What the tests of edits share: messages of one moment, and the events that edits come to. */
import type { editMessage } from '../../../commands/message/edit-message.ts';
import type { Append } from '../../../src/define/command.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appends, realmId, testNow } from '../../support/given.ts';
import { channel, organization, user } from '../../support/organization.ts';
import { between, inTopic, opened, sends, text } from '../../support/past-events.ts';

const sentAt = testNow;
export const lunch = inTopic(1, 'Lunch');
export const past = [
  ...organization(),
  opened(1, 'Plans', [1, 3]),
  opened(2, 'Other', [1]),
  opened(3, 'secret', [1, 3], { inviteOnly: true }),
  sends(10, 3, lunch, 'Soup', { at: sentAt }),
  sends(11, 3, between(1, 3), 'Psst', { at: sentAt }),
  sends(12, 3, inTopic(3, 'Plot'), 'Hush', { at: sentAt }),
  sends(13, 2, lunch, 'Salad', { at: sentAt }),
  sends(14, 3, inTopic(1, '(no topic)'), 'Bread', { at: sentAt }),
];
export const change = (messageId: number, wanted: Partial<Parameters<typeof editMessage.decide>[1]>) => ({
  messageId: messageId as MessageId,
  which: 'one' as const,
  noticeOld: false,
  noticeNew: false,
  ...wanted,
});
export const edited = (
  messageId: number,
  data: Partial<DataOf<'MessageEdited'>> & { previous?: string | object } = {},
): Append =>
  appends(logStream.message(realmId, messageId as MessageId), 'MessageEdited', {
    messageId: messageId as MessageId,
    senderId: user(3),
    place: lunch,
    text: text('Stew'),
    previous: { content: 'Soup', html: '<p>Soup</p>', rendererVersion: 1 },
    ...data,
  });
export const moved = (messageId: number, data: Partial<DataOf<'TopicMoved'>> = {}): Append => {
  const { channelId = channel(1) } = data;
  return appends(logStream.topics(realmId), 'TopicMoved', {
    channelId,
    topic: 'Lunch',
    messageId: messageId as MessageId,
    which: 'one',
    to: { channelId: channel(1), topic: 'Dinner', topicLinks: ['x'] },
    noticeOld: false,
    noticeNew: false,
    ...data,
  });
};
export const at = (actor: number, seconds = 0, more: object = {}) => ({
  actor,
  now: sentAt + seconds * 1000,
  prepared: { text: text('Stew'), topicLinks: () => ['x'] },
  ...more,
});
