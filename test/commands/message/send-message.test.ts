import { expect } from 'chai';
import { sendMessage } from '../../../commands/message/send-message.ts';
import type { Append } from '../../../src/define/command.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
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
  return { stream: logStream.message(realmId, messageId), events: [{ type: 'MessageSent', data: whole }] };
};

describeCommand(sendMessage, () => {
  describe('to a stream', () => {
    it('accepts its name in any case, or its id', () => {
      for (const nameOrId of [' plans ', 1]) {
        const when = given(past).when(sendMessage, toChannel(nameOrId), { actor: 3, prepared });
        expect(when.thenHappens(sent({}))).to.deep.equal({ messageId: 1, mentioned: 0, characters: 17 });
      }
    });

    it('sends another message when asked twice', () => {
      const when = { actor: 3, prepared };
      given(past)
        .when(sendMessage, toChannel(1), when)
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
      given(past)
        .when(sendMessage, toChannel(' nowhere '), { actor: 3, prepared })
        .thenRefused('channel-unknown', { name: 'nowhere' });
      given(past)
        .when(sendMessage, toChannel(77), { actor: 3, prepared })
        .thenRefused('channel-unknown', { name: '77', id: 77 });
      for (const nameOrId of ['Plans', 1])
        given(past, archived(1, 'Plans'))
          .when(sendMessage, toChannel(nameOrId), { actor: 1, prepared })
          .thenRefused('channel-unknown');
    });

    it('is for members in public streams, and for guests only if they are subscribed', () => {
      given(past)
        .when(sendMessage, toChannel('plans'), { actor: 4, prepared })
        .thenRefused('channel-unknown', { name: 'plans' });
      given(past, opened(5, 'Open', [4]))
        .when(sendMessage, toChannel('Open'), { actor: 4, prepared })
        .thenHappens(sent({ senderId: user(4), place: inTopic(5, 'Lunch') }));
    });

    it('is for subscribers in private streams, which human administrators and former subscribers know of', () => {
      given(past)
        .when(sendMessage, toChannel(2), { actor: 3, prepared })
        .thenHappens(sent({ place: inTopic(2, 'Lunch') }));
      given(past)
        .when(sendMessage, toChannel('SECRET'), { actor: 1, prepared })
        .thenRefused('channel-post-unsubscribed', { name: 'secret' });
      given(past).when(sendMessage, toChannel(2), { actor: 1, prepared }).thenRefused('channel-post-unsubscribed', {
        name: '2',
      });
      given(past, leaves(2, 3))
        .when(sendMessage, toChannel(2), { actor: 3, prepared })
        .thenRefused('channel-post-unsubscribed');
    });

    it('is refused for users without an account', () => {
      given(past).when(sendMessage, toChannel(1), { actor: 9, prepared }).thenRefused('channel-unknown');
    });

    it("does not treat the organization's own bots as bots with an owner", () => {
      given(past).when(sendMessage, toChannel(2), { actor: 8, prepared }).thenRefused('channel-unknown');
    });

    it('is only for administrators and their bots in announcement streams', () => {
      for (const actor of [3, 6])
        given(past)
          .when(sendMessage, toChannel('news'), { actor, prepared })
          .thenRefused('channel-post-administrators-only');
      for (const actor of [1, 2])
        given(past)
          .when(sendMessage, toChannel('news'), { actor, prepared })
          .thenHappens(sent({ senderId: user(actor), place: inTopic(3, 'Lunch') }));
      given(past, ownerChanged(6, 2, 3))
        .when(sendMessage, toChannel('news'), { actor: 6, prepared })
        .thenHappens(sent({ senderId: user(6), place: inTopic(3, 'Lunch') }));
    });

    it('is only for users after the waiting period in streams for new members, and without a waiting period for nobody', () => {
      for (const actor of [3, 6])
        given(past)
          .when(sendMessage, toChannel('newcomers'), { actor, prepared })
          .thenRefused('channel-post-new-members-only');
      given(past)
        .when(sendMessage, toChannel('newcomers'), { actor: 2, prepared })
        .thenHappens(sent({ senderId: user(2), place: inTopic(4, 'Lunch') }));
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
          const { decision } = given(past, later, ownerChanged(6, 10, 3)).when(sendMessage, toChannel('newcomers'), {
            actor,
            now,
            prepared,
          });
          expect(decision.ok ? 'accepted' : decision.refusal.code).to.equal(code);
        }
    });

    it('also sends to generic bots that are mentioned and not subscribed, and to nobody else who is mentioned', () => {
      const mentioning = { ...prepared, text: text('Hello', { mentioned: [2, 6, 7, 8].map(user) }) };
      given(past)
        .when(sendMessage, toChannel(2), { actor: 3, prepared: mentioning })
        .thenHappens(sent({ place: inTopic(2, 'Lunch'), text: mentioning.text, alsoTo: [user(6), user(8)] }));
      given(past)
        .when(sendMessage, toChannel(1), { actor: 3, prepared: mentioning })
        .thenHappens(sent({ text: mentioning.text, alsoTo: [user(8)] }));
      given(past, deactivated(6))
        .when(sendMessage, toChannel(2), { actor: 3, prepared: mentioning })
        .thenHappens(sent({ place: inTopic(2, 'Lunch'), text: mentioning.text, alsoTo: [user(8)] }));
    });
  });

  describe('to users', () => {
    it('is possible only to or from a single bot if private messages are disabled', () => {
      const sending = (actor: number, ...to: number[]) =>
        given(past, settingsChanged({ private_message_policy: 2 })).when(sendMessage, toUsers(...to), {
          actor,
          prepared,
        });
      for (const to of [[1], [3], [1, 6]]) sending(3, ...to).thenRefused('private-messages-disabled');
      for (const [actor, to] of [
        [3, 6],
        [6, 1],
        [6, 3],
      ] as const)
        sending(actor, to).thenHappens(sent({ senderId: user(actor), place: between(actor, to) }));
    });

    it('accepts ids and addresses, counts everyone once and includes the sender', () => {
      given(past)
        .when(sendMessage, toUsers(2, ' User1@test.example', 2, 3), { actor: 3, prepared })
        .thenHappens(sent({ place: between(1, 2, 3) }));
    });

    it('allows people to write to themselves', () => {
      given(past)
        .when(sendMessage, toUsers(3), { actor: 3, prepared })
        .thenHappens(sent({ place: between(3) }));
    });

    it('finds no links if there is no topic', async () => {
      const when = await given(past).whenPrepared(sendMessage, toUsers(1), { actor: 3 });
      when.thenHappens(sent({ place: between(1, 3), topicLinks: [] }));
    });

    it('sends to nobody else, whoever is mentioned', () => {
      const mentioning = { ...prepared, text: text('Hello', { mentioned: [user(6)] }) };
      given(past)
        .when(sendMessage, toUsers(1), { actor: 3, prepared: mentioning })
        .thenHappens(sent({ place: between(1, 3), text: mentioning.text }));
    });

    it('refuses an empty list of recipients, unknown recipients and deactivated ones', () => {
      given(past).when(sendMessage, toUsers(), { actor: 3, prepared }).thenRefused('recipients-missing');
      given(past)
        .when(sendMessage, toUsers(77), { actor: 3, prepared })
        .thenRefused('recipient-id-unknown', { userId: 77 });
      given(past)
        .when(sendMessage, toUsers(1, ' x@y '), { actor: 3, prepared })
        .thenRefused('recipient-email-unknown', { email: 'x@y' });
      given(past)
        .when(sendMessage, toUsers('user5@test.example'), { actor: 3, prepared })
        .thenRefused('recipient-deactivated', { email: 'user5@test.example' });
    });

    it('accepts at most 200 recipients', () => {
      const many = (count: number) => toUsers(...Array.from({ length: count }, () => 1));
      given(past)
        .when(sendMessage, many(200), { actor: 3, prepared })
        .thenHappens(sent({ place: between(1, 3) }));
      given(past).when(sendMessage, many(201), { actor: 3, prepared }).thenRefused('recipients-too-many', { max: 200 });
    });
  });

  describe('content and topic', () => {
    const content = (value: string) =>
      given(past).when(sendMessage, toChannel(1, { content: value }), { actor: 3, prepared });
    const topic = (value: string) =>
      given(past).when(sendMessage, toChannel(1, { topic: value }), { actor: 3, prepared });

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
      given(past, listens(3, '1:1')).when(sendMessage, input, { actor: 3, prepared }).thenHappens(sent({ echo }));
    });

    it('is left out if the queue does not exist or belongs to another user', () => {
      given(past).when(sendMessage, input, { actor: 3, prepared }).thenHappens(sent({}));
      given(past, listens(1, '1:1')).when(sendMessage, input, { actor: 3, prepared }).thenHappens(sent({}));
    });
  });

  sendingOnce(past, { input: toChannel(1), prepared, sent });

  it('gives ids above those of earlier messages', () => {
    given(past, sends(41, 1, inTopic(1, 'x')))
      .when(sendMessage, toChannel(1), { actor: 3, prepared })
      .thenAnswers({ messageId: 42 as Id, mentioned: 0, characters: 17 });
  });
});
