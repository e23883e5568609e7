import { expect } from 'chai';
import { sendMessage } from '../../../commands/message/send-message.ts';
import type { Append } from '../../../src/define/command.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import {
  archived,
  between,
  inTopic,
  leaves,
  listens,
  newUser,
  opened,
  sends,
  text,
} from '../../support/past-events.ts';
import { deactivated, ownerChanged, settingsChanged } from '../../support/writes.ts';
import { sendingOnce } from './sending-once.ts';

const past = [
  ...organization(),
  opened(1, 'Plans', [1, 6]),
  opened(2, 'secret', [3], { inviteOnly: true }),
  opened(3, 'news', [1, 3], { postPolicy: 2 }),
  opened(4, 'newcomers', [1, 3], { postPolicy: 3 }),
];
const prepared = { text: text('Hello'), topicLinks: ['https://x.example/1'] };
const asks = askingFor(sendMessage, past, { prepared });
const toChannel = (nameOrId: string | number, more: { topic?: string; content?: string } = {}) => ({
  to: { kind: 'channel' as const, channel: nameOrId, topic: more.topic ?? 'Lunch' },
  content: more.content ?? 'Hello',
});
const toUsers = (...to: (string | number)[]) => ({ to: { kind: 'private' as const, to }, content: 'Hello' });
type Id = DataOf<'MessageSent'>['messageId'];
const sent = (data: Partial<DataOf<'MessageSent'>>): Append => {
  const { messageId = 1 as Id } = data;
  const whole: DataOf<'MessageSent'> = {
    messageId,
    senderId: user(3),
    place: inTopic(1, 'Lunch'),
    text: prepared.text,
    topicLinks: prepared.topicLinks,
    alsoTo: [],
    ...data,
  };
  return appends(logStream.message(realmId, messageId), 'MessageSent', whole);
};

describeCommand(sendMessage, () => {
  describe('to a stream', () => {
    it('accepts its name in any case, or its id', () => {
      for (const nameOrId of [' plans ', 1]) {
        const when = asks(3, toChannel(nameOrId));
        expect(when.thenHappens(sent({}))).to.deep.equal({ messageId: 1, mentioned: 0, characters: 17 });
      }
    });

    it('sends another message when asked twice', () => {
      const when = { actor: 3, prepared };
      asks(when, toChannel(1))
        .andThen()
        .when(sendMessage, toChannel(1), when)
        .thenHappens(sent({ messageId: 2 as Id }));
    });

    it('renders the content and finds links in the topic', async () => {
      const when = await given(past).whenPrepared(sendMessage, toChannel(1), { actor: 3 });
      when.thenHappens(sent({ topicLinks: ['link of Lunch'] }));
      expect(when.rendered).to.deep.equal(['Hello']);
    });

    it('renders nothing if the message is refused', async () => {
      for (const input of [toChannel(1, { content: '\0' }), toChannel(1, { topic: '' })])
        expect((await given(past).whenPrepared(sendMessage, input, { actor: 3 })).rendered).to.deep.equal([]);
    });

    it('refuses streams that do not exist or are archived, by name and by id', () => {
      asks(3, toChannel(' nowhere ')).thenRefused('channel-unknown', { name: 'nowhere' });
      asks(3, toChannel(77)).thenRefused('channel-unknown', { name: '77', id: 77 });
      for (const nameOrId of ['Plans', 1])
        asks(1, toChannel(nameOrId), archived(1, 'Plans')).thenRefused('channel-unknown');
    });

    it('is for members in public streams, and for guests only if they are subscribed', () => {
      asks(4, toChannel('plans')).thenRefused('channel-unknown', { name: 'plans' });
      asks(4, toChannel('Open'), opened(5, 'Open', [4])).thenHappens(
        sent({ senderId: user(4), place: inTopic(5, 'Lunch') }),
      );
    });

    it('is for subscribers in private streams, which human administrators and former subscribers know of', () => {
      asks(3, toChannel(2)).thenHappens(sent({ place: inTopic(2, 'Lunch') }));
      asks(1, toChannel('SECRET')).thenRefused('channel-post-unsubscribed', { name: 'secret' });
      asks(1, toChannel(2)).thenRefused('channel-post-unsubscribed', {
        name: '2',
      });
      asks(3, toChannel(2), leaves(2, 3)).thenRefused('channel-post-unsubscribed');
    });

    it('is refused for users without an account', () => {
      asks(9, toChannel(1)).thenRefused('channel-unknown');
    });

    it("does not treat the organization's own bots as bots with an owner", () => {
      asks(8, toChannel(2)).thenRefused('channel-unknown');
    });

    it('is only for administrators and their bots in announcement streams', () => {
      for (const actor of [3, 6]) asks(actor, toChannel('news')).thenRefused('channel-post-administrators-only');
      for (const actor of [1, 2])
        asks(actor, toChannel('news')).thenHappens(sent({ senderId: user(actor), place: inTopic(3, 'Lunch') }));
      asks(6, toChannel('news'), ownerChanged(6, 2, 3)).thenHappens(
        sent({ senderId: user(6), place: inTopic(3, 'Lunch') }),
      );
    });

    it('is only for users after the waiting period in streams for new members, and without a waiting period for nobody', () => {
      for (const actor of [3, 6]) asks(actor, toChannel('newcomers')).thenRefused('channel-post-new-members-only');
      asks(2, toChannel('newcomers')).thenHappens(sent({ senderId: user(2), place: inTopic(4, 'Lunch') }));
    });

    it('uses the time at which the user joined, or for a bot its owner', () => {
      const [person, account] = newUser(10);
      if (!person || !account) throw new Error('nobody came');
      const later = [person, { ...account, metadata: { at: 2_000 } }];
      for (const [now, code] of [
        [1_999, 'accepted'],
        [2_000, 'channel-post-new-members-only'],
      ] as const)
        for (const actor of [10, 6]) {
          const { decision } = asks(
            {
              actor,
              now,
              prepared,
            },
            toChannel('newcomers'),
            later,
            ownerChanged(6, 10, 3),
          );
          expect(decision.ok ? 'accepted' : decision.refusal.code).to.equal(code);
        }
    });

    it('also sends to generic bots that are mentioned and not subscribed, and to nobody else who is mentioned', () => {
      const mentioning = { ...prepared, text: text('Hello', { mentioned: [2, 6, 7, 8].map(user) }) };
      asks({ actor: 3, prepared: mentioning }, toChannel(2)).thenHappens(
        sent({ place: inTopic(2, 'Lunch'), text: mentioning.text, alsoTo: [user(6), user(8)] }),
      );
      asks({ actor: 3, prepared: mentioning }, toChannel(1)).thenHappens(
        sent({ text: mentioning.text, alsoTo: [user(8)] }),
      );
      asks({ actor: 3, prepared: mentioning }, toChannel(2), deactivated(6)).thenHappens(
        sent({ place: inTopic(2, 'Lunch'), text: mentioning.text, alsoTo: [user(8)] }),
      );
    });
  });

  describe('to users', () => {
    it('is possible only to or from a single bot if private messages are disabled', () => {
      const sending = (actor: number, ...to: number[]) =>
        asks(actor, toUsers(...to), settingsChanged({ private_message_policy: 2 }));
      for (const to of [[1], [3], [1, 6]]) sending(3, ...to).thenRefused('private-messages-disabled');
      for (const [actor, to] of [
        [3, 6],
        [6, 1],
        [6, 3],
      ] as const)
        sending(actor, to).thenHappens(sent({ senderId: user(actor), place: between(actor, to) }));
    });

    it('accepts ids and addresses, counts everyone once and includes the sender', () => {
      asks(3, toUsers(2, ' User1@test.example', 2, 3)).thenHappens(sent({ place: between(1, 2, 3) }));
    });

    it('allows people to write to themselves', () => {
      asks(3, toUsers(3)).thenHappens(sent({ place: between(3) }));
    });

    it('finds no links if there is no topic', async () => {
      const when = await given(past).whenPrepared(sendMessage, toUsers(1), { actor: 3 });
      when.thenHappens(sent({ place: between(1, 3), topicLinks: [] }));
    });

    it('sends to nobody else, whoever is mentioned', () => {
      const mentioning = { ...prepared, text: text('Hello', { mentioned: [user(6)] }) };
      asks({ actor: 3, prepared: mentioning }, toUsers(1)).thenHappens(
        sent({ place: between(1, 3), text: mentioning.text }),
      );
    });

    it('refuses an empty list of recipients, unknown recipients and deactivated ones', () => {
      asks(3, toUsers()).thenRefused('recipients-missing');
      asks(3, toUsers(77)).thenRefused('recipient-id-unknown', { userId: 77 });
      asks(3, toUsers(1, ' x@y ')).thenRefused('recipient-email-unknown', { email: 'x@y' });
      asks(3, toUsers('user5@test.example')).thenRefused('recipient-deactivated', { email: 'user5@test.example' });
    });

    it('accepts at most 200 recipients', () => {
      const many = (count: number) => toUsers(...Array.from({ length: count }, () => 1));
      asks(3, many(200)).thenHappens(sent({ place: between(1, 3) }));
      asks(3, many(201)).thenRefused('recipients-too-many', { max: 200 });
    });
  });

  describe('content and topic', () => {
    const content = (value: string) => asks(3, toChannel(1, { content: value }));
    const topic = (value: string) => asks(3, toChannel(1, { topic: value }));

    it('refuses blank content, NUL, and topics with characters that are forbidden in names', () => {
      content(' \n\t').thenRefused('message-content-empty');
      content('a\0b').thenRefused('message-content-null');
      topic('').thenRefused('topic-empty');
      for (const value of ['a\nb', 'a\u202eb', 'lunc\u200bh']) topic(value).thenRefused('topic-characters');
    });

    for (const [kind, character, bytes] of [
      ['one byte', 'a', 1],
      ['two bytes', '\u0080', 2],
      ['three bytes', '\u0800', 3],
      ['four bytes', '😀', 4],
    ] as const)
      it(`accepts content of at most 10,000 bytes, in characters of ${kind}`, () => {
        const most = character.repeat(Math.floor(10_000 / bytes));
        const longest = most + 'x'.repeat(10_000 - Math.floor(10_000 / bytes) * bytes);
        content(longest).thenAnswers({ messageId: 1 as Id, mentioned: 0, characters: 17 });
        content(`${longest}x`).thenRefused('message-content-too-long', { bytesMax: 10_000 });
      });

    it('accepts topics of at most 60 characters, even beyond the basic plane', () => {
      for (const character of ['t', '😀']) {
        topic(character.repeat(60)).thenHappens(sent({ place: inTopic(1, character.repeat(60)) }));
        topic(character.repeat(61)).thenRefused('topic-too-long', { lengthMax: 60 });
      }
    });
  });

  describe('local echo', () => {
    const echo = { queueId: '1:1' as QueueId, localId: 'a' };
    const input = { ...toChannel(1), echo };

    it("is sent to the sender's own queue", () => {
      asks(3, input, listens(3, '1:1')).thenHappens(sent({ echo }));
    });

    it('is left out if the queue does not exist or belongs to another user', () => {
      asks(3, input).thenHappens(sent({}));
      asks(3, input, listens(1, '1:1')).thenHappens(sent({}));
    });
  });

  sendingOnce(past, { input: toChannel(1), prepared, sent });

  it('gives ids above those of earlier messages', () => {
    asks(3, toChannel(1), sends(41, 1, inTopic(1, 'x'))).thenAnswers({
      messageId: 42 as Id,
      mentioned: 0,
      characters: 17,
    });
  });
});
