/** The places in which messages may be sent and changed. */
import { editMessage } from '../../../commands/message/edit-message.ts';
import { sendMessage } from '../../../commands/message/send-message.ts';
import type { Append } from '../../../src/define/command.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appends, askingFor, given, realmId, testNow } from '../../support/given.ts';
import { channel, user } from '../../support/organization.ts';
import { archived, inTopic, joins, leaves, newUser, opened, sends, text } from '../../support/past-events.ts';
import { ownerChanged } from '../../support/writes.ts';
import { at, change, past as editing, moved } from './editing.ts';

describe('sending to a stream', () => {
  const past = [...editing.slice(0, -5), opened(4, 'hidden', [3], { inviteOnly: true })];
  const prepared = { text: text('Hello'), topicLinks: [] };
  const asks = askingFor(sendMessage, past, { prepared });
  const toChannel = (nameOrId: string | number) => ({
    to: { kind: 'channel' as const, channel: nameOrId, topic: 'Lunch' },
    content: 'Hello',
  });
  const sent = (senderId: number, channelId: number): Append =>
    appends(logStream.message(realmId, 1 as MessageId), 'MessageSent', {
      messageId: 1 as MessageId,
      senderId: user(senderId),
      place: inTopic(channelId, 'Lunch'),
      text: prepared.text,
      topicLinks: [],
      alsoTo: [],
    });

  it('treats an unknown private stream, by name or id, like one that does not exist', () => {
    const others = [...newUser(10), ...newUser(11, { role: 600 })];
    for (const actor of [10, 11]) {
      asks(actor, toChannel(' HIDDEN '), others).thenRefused('channel-unknown', { name: 'HIDDEN' });
      asks(actor, toChannel(4), others).thenRefused('channel-unknown', { name: '4', id: 4 });
    }
  });

  it('allows bots of every type to send to the streams of their owner, and to no other closed stream', () => {
    for (const actor of [6, 7]) {
      const sentBy = sent(actor, 4);
      asks(actor, toChannel(4)).thenHappens(sentBy);
      for (const nameOrId of [4, 'hidden'])
        asks(actor, toChannel(nameOrId), leaves(4, 3)).thenRefused('channel-unknown');
      asks(actor, toChannel(4), joins(4, actor), leaves(4, 3)).thenHappens(sentBy);
      asks(actor, toChannel(4), joins(4, actor), leaves(4, 3, actor)).thenRefused('channel-post-unsubscribed');
    }
  });

  it('is allowed to the bots of guests only if these bots are subscribed', () => {
    for (const actor of [6, 7]) {
      const ofGuest = [opened(5, 'Open', [1]), ownerChanged(actor, 4, 3)];
      asks(actor, toChannel('Open'), ofGuest).thenRefused('channel-post-unsubscribed');
      asks(actor, toChannel('Open'), ofGuest, joins(5, 4)).thenHappens(sent(actor, 5));
    }
  });
});

describe('changing a message when the caller may not post', () => {
  const mention = sends(20, 3, inTopic(3, 'Plot'), 'Psst', { at: testNow, alsoTo: [6] });
  const readOnly = opened(5, 'news', [3], { postPolicy: 2 });

  it('is refused to a bot that was only mentioned in a private stream, unless its owner may', () => {
    given(editing, mention, leaves(3, 3))
      .when(editMessage, change(20, { topic: 'x' }), at(6))
      .thenRefused('edit-not-permitted');
    given(editing, mention)
      .when(editMessage, change(20, { topic: 'Dinner' }), at(6))
      .thenHappens(
        moved(20, {
          channelId: channel(3),
          topic: 'Plot',
          to: { channelId: channel(3), topic: 'Dinner', topicLinks: ['x'] },
        }),
      );
  });

  it('is refused in a stream for administrators, and in an archived one', () => {
    given(editing, readOnly, sends(20, 1, inTopic(5, 'x'), 'x', { at: testNow }))
      .when(editMessage, change(20, { topic: 'y' }), at(3))
      .thenRefused('edit-not-permitted');
    given(editing, archived(1, 'Plans'))
      .when(editMessage, change(10, { content: 'Stew' }), at(3))
      .thenRefused('edit-not-permitted');
  });
});
