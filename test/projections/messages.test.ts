import { expect } from 'chai';
import { type MessageDocument, messageProjection, placeOf, type VersionDocument } from '../../projections/messages.ts';
import type { DataOf, Recorded } from '../../src/vocabulary/events/index.ts';
import type { MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { type Given, happened, realmId, recorded } from '../support/given.ts';
import { between, deletes, edits, inTopic, moves, reacts, sends, submessaged, text } from '../support/past-events.ts';
import { projectAll } from '../support/project.ts';

type Stored = MessageDocument | VersionDocument;
const isVersion = (document: Stored): document is VersionDocument => 'versionOf' in document;
const storedAfter = async (...past: Given[]): Promise<Stored[]> => {
  const documents = await projectAll(recorded(past), { projections: [messageProjection] });
  return [...(documents.get('messages')?.values() ?? [])] as Stored[];
};
const documentsAfter = async (...past: Given[]): Promise<MessageDocument[]> =>
  (await storedAfter(...past)).filter((document): document is MessageDocument => !isVersion(document));
const one = async (...past: Given[]): Promise<MessageDocument> => {
  const [document, ...others] = await documentsAfter(...past);
  expect(others).to.deep.equal([]);
  if (!document) throw new Error('no document');
  return document;
};
const places = async (...past: Given[]) =>
  Object.fromEntries((await documentsAfter(...past)).map((one) => [one.messageId, `${one.channelId}>${one.topic}`]));

describe('projections/messages', () => {
  it('stores a channel message with everything that queries need', async () => {
    const content = text('Look: Ünïcode!', {
      mentioned: [3, 5] as never,
      wildcard: true,
      hasLink: true,
      hasImage: true,
    });
    const sent = sends(7, 2, inTopic(4, 'Big News'), content, { at: 1234, client: 'website', alsoTo: [9] });
    expect(await one(sent)).to.deep.equal({
      realmId: 1,
      messageId: 7,
      senderId: 2,
      sentAt: 1234,
      client: 'website',
      content: 'Look: Ünïcode!',
      html: '<p>Look: Ünïcode!</p>',
      channelId: 4,
      topic: 'Big News',
      topicKey: 'big news',
      topicLinks: [],
      alsoTo: [9],
      mentions: [0, 3, 5],
      has: ['link', 'image'],
      versions: 0,
    });
  });

  it('keeps a private message under its conversation and its participants', async () => {
    const document = await one(sends(1, 3, between(3, 10, 2)));
    expect(document.conversation).to.equal('2,3,10');
    expect(document.participants).to.deep.equal([2, 3, 10]);
    expect(document).to.not.have.any.keys('channelId', 'topic', 'topicKey');
  });

  it('applies an edit', async () => {
    const place = inTopic(1, 'a');
    const after = text('new words', { hasAttachment: true });
    const document = await one(
      sends(1, 2, place, text('old', { wildcard: true })),
      edits(1, 2, place, after, 'old', { at: 99 }),
    );
    expect(document).to.include({ content: 'new words', html: '<p>new words</p>' });
    expect(document.mentions).to.deep.equal([]);
    expect(document.has).to.deep.equal(['attachment']);
    expect(document).to.deep.include({ versions: 1, change: { at: 99, userId: 2, edited: true } });
  });

  it('removes a deleted message, and ignores a later edit of it', async () => {
    const place = inTopic(1, 'a');
    expect(await documentsAfter(sends(1, 2, place), deletes(1, 2, place))).to.deep.equal([]);
    expect(await documentsAfter(deletes(1, 2, place), edits(1, 2, place, 'late', 'x'))).to.deep.equal([]);
  });

  it('moves only the messages that the move selects, and only those earlier in the log', async () => {
    const topic = inTopic(1, 'Old');
    const before = [
      sends(1, 2, topic),
      sends(2, 2, topic),
      sends(3, 2, inTopic(1, 'old')),
      sends(4, 2, inTopic(2, 'Old')),
    ];
    const [from, to] = [
      { channel: 1, topic: 'OLD' },
      { channel: 2, topic: 'New' },
    ];
    const after = sends(5, 2, topic);
    const move = (which: 'one' | 'later' | 'all') => places(...before, moves(2, from, to, which), after);
    expect(await move('one')).to.deep.equal({ 1: '1>Old', 2: '2>New', 3: '1>old', 4: '2>Old', 5: '1>Old' });
    expect(await move('later')).to.deep.equal({ 1: '1>Old', 2: '2>New', 3: '2>New', 4: '2>Old', 5: '1>Old' });
    expect(await move('all')).to.deep.equal({ 1: '2>New', 2: '2>New', 3: '2>New', 4: '2>Old', 5: '1>Old' });
  });

  it('moves nothing that has left the topic by the time of the move', async () => {
    const [from, to] = [
      { channel: 1, topic: 'a' },
      { channel: 1, topic: 'b' },
    ];
    const past = [sends(1, 2, inTopic(1, 'a')), moves(1, from, to), moves(1, from, { channel: 1, topic: 'c' })];
    expect(await places(...past)).to.deep.equal({ 1: '1>b' });
  });

  it('records a move, with the previous values, only on the message for which it was requested', async () => {
    const [first, second] = await documentsAfter(
      sends(1, 2, inTopic(1, 'a'), 'text'),
      sends(2, 2, inTopic(1, 'a')),
      moves(1, { channel: 1, topic: 'a' }, { channel: 2, topic: 'b' }, 'all', { actor: 3 as never, at: 50 }),
    );
    expect(first).to.deep.include({ versions: 1, change: { at: 50, userId: 3, topic: 'a', channelId: 1 } });
    expect(second).to.include({ versions: 0 }).and.to.not.have.any.keys('change');
  });

  it('stores the topic links that a move contains', async () => {
    const move = happened('channel-1.1', 'TopicMoved', {
      channelId: 1 as never,
      topic: 'a',
      messageId: 1 as MessageId,
      which: 'one',
      to: { channelId: 1 as never, topic: 'https://x.y', topicLinks: ['https://x.y'] },
      noticeOld: false,
      noticeNew: false,
    });
    expect((await one(sends(1, 2, inTopic(1, 'a')), move)).topicLinks).to.deep.equal(['https://x.y']);
  });

  it('keeps organizations apart', async () => {
    const other = happened(`message-2.1`, 'MessageSent', {
      messageId: 1 as MessageId,
      senderId: 1 as never,
      place: between(1),
      text: text('elsewhere'),
      topicLinks: [],
      alsoTo: [],
    });
    const documents = await documentsAfter(sends(1, 2, between(2)), other, deletes(1, 2, between(2)));
    expect(documents.map((document) => document.realmId)).to.deep.equal([realmId + 1]);
  });

  it('returns the place of a message', async () => {
    expect(placeOf(await one(sends(1, 2, inTopic(4, 'a'))))).to.deep.equal(inTopic(4, 'a'));
    expect(placeOf(await one(sends(1, 2, between(2, 3))))).to.deep.equal(between(2, 3));
  });

  describe('the history of a message', () => {
    const place = inTopic(1, 'a');
    const [from, to] = [
      { channel: 1, topic: 'a' },
      { channel: 1, topic: 'b' },
    ];
    const by = (userId: number, at: number) => ({ actor: userId as UserId, at });
    /** What each change changed, with the text before it. */
    const historyOf = async (...past: Given[]) => {
      const stored = await storedAfter(sends(1, 2, place, 'old'), ...past);
      const [message, ...others] = stored.filter((document): document is MessageDocument => !isVersion(document));
      const versions = stored.filter(isVersion).sort((a, b) => a.number - b.number);
      expect(others).to.deep.equal([]);
      expect(versions.map(({ number }) => number)).to.deep.equal([...Array(message?.versions).keys()]);
      return versions.map(({ text }, at) => {
        const { edited, ...change } = (versions[at + 1] ?? message)?.change ?? {};
        expect(text !== undefined).to.equal(edited === true);
        return { ...change, ...text };
      });
    };
    const text = { content: 'old', html: '<p>old</p>', rendererVersion: 1, mentions: [], has: [] };
    const edit = { at: 50, userId: 2, ...text };

    it('is in documents of its own, so that none grows with the number of edits', async () => {
      const long = 'x'.repeat(10_000);
      const many = Array.from({ length: 100 }, (_, at) => edits(1, 2, place, long, long, by(2, at)));
      const stored = await storedAfter(sends(1, 2, place, long), ...many);
      expect(stored).to.have.length(101);
      for (const document of stored) expect(JSON.stringify(document).length).to.be.below(3 * long.length);
    });

    it('does not copy a text that was moved', async () => {
      const long = 'x'.repeat(10_000);
      const there = moves(1, from, to, 'one', by(3, 1));
      const back = moves(1, to, from, 'one', by(3, 2));
      const versions = (await storedAfter(sends(1, 2, place, long), there, back, there, back)).filter(isVersion);
      expect(versions.map(({ topic }) => topic)).to.deep.equal(['a', 'b', 'a', 'b']);
      expect(JSON.stringify(versions).length).to.be.below(1000);
    });

    it('is removed with the message', async () => {
      const past = [sends(1, 2, place), edits(1, 2, place, 'new', 'old'), moves(1, from, to), deletes(1, 2, place)];
      expect(await storedAfter(...past)).to.deep.equal([]);
      expect(await storedAfter(...past, deletes(1, 2, place))).to.deep.equal([]);
    });

    it('has one entry when the same user changed content and topic at once', async () => {
      const edited = edits(1, 2, place, 'new', 'old', by(2, 50));
      expect(await historyOf(edited, moves(1, from, to, 'one', by(2, 50)))).to.deep.equal([{ ...edit, topic: 'a' }]);
    });

    it('has an entry for each change otherwise', async () => {
      const edited = edits(1, 2, place, 'new', 'old', by(2, 50));
      for (const [userId, at] of [
        [2, 51],
        [3, 50],
      ] as const)
        expect(await historyOf(edited, moves(1, from, to, 'one', by(userId, at)))).to.deep.equal([
          edit,
          { at, userId, topic: 'a' },
        ]);
      const onward = moves(1, to, { channel: 2, topic: 'b' }, 'one', by(2, 50));
      expect(await historyOf(moves(1, from, to, 'one', by(2, 50)), onward)).to.deep.equal([
        { at: 50, userId: 2, topic: 'a' },
        { at: 50, userId: 2, channelId: 1 },
      ]);
      const back = moves(1, { channel: 2, topic: 'b' }, from, 'one', by(2, 50));
      expect(await historyOf(moves(1, from, to, 'one', by(3, 49)), onward, back)).to.deep.equal([
        { at: 49, userId: 3, topic: 'a' },
        { at: 50, userId: 2, channelId: 1 },
        { at: 50, userId: 2, channelId: 2, topic: 'b' },
      ]);
    });

    it('keeps the earlier entries when two become one', async () => {
      const first = edits(1, 2, place, 'new', 'old', by(2, 50));
      const second = edits(1, 2, place, 'newer', 'new', by(2, 60));
      expect(await historyOf(first, second, moves(1, from, to, 'one', by(2, 60)))).to.deep.equal([
        edit,
        { ...edit, at: 60, content: 'new', html: '<p>new</p>', topic: 'a' },
      ]);
    });
  });

  it('reads the whole topic only for a move of more than one message', () => {
    const ranges = (which: 'one' | 'later' | 'all', part?: DataOf<'TopicMoved'>['part']) => {
      const whole = moves(5, { channel: 1, topic: 'A' }, { channel: 1, topic: 'b' }, which);
      const data = { ...(whole.event.data as DataOf<'TopicMoved'>), part };
      const [move] = recorded([{ ...whole, event: { type: 'TopicMoved', data } }]);
      return messageProjection.on.TopicMoved?.ranges?.(move as Recorded<'TopicMoved'>);
    };
    const whole = { index: 'byTopic', prefix: [1, 1, 'a'] };
    expect(ranges('one')).to.deep.equal([]);
    expect(ranges('later')).to.deep.equal([{ ...whole, from: 5 }]);
    expect(ranges('all')).to.deep.equal([whole]);
    const part = { range: { from: 3, to: 7 } as never, rest: [] };
    expect(ranges('all', part)).to.deep.equal([{ ...whole, from: 3, to: 7 }]);
    expect(ranges('later', part)).to.deep.equal([{ ...whole, from: 5, to: 7 }]);
  });

  it('moves the messages of one part of a move, and leaves those that arrived since in their topic', async () => {
    const whole = moves(2, { channel: 1, topic: 'a' }, { channel: 1, topic: 'b' }, 'all');
    const part = (from: number, to: number): Given => {
      const data = { ...(whole.event.data as DataOf<'TopicMoved'>), part: { range: { from, to } as never, rest: [] } };
      return { ...whole, event: { type: 'TopicMoved', data } };
    };
    const messages = [1, 2, 3, 4].map((id) => sends(id, 1, inTopic(1, 'a')));
    expect(await places(...messages, part(1, 2))).to.deep.equal({ 1: '1>b', 2: '1>b', 3: '1>a', 4: '1>a' });
    expect(await places(...messages, part(1, 2), sends(5, 1, inTopic(1, 'a')), part(3, 4))).to.deep.equal({
      1: '1>b',
      2: '1>b',
      3: '1>b',
      4: '1>b',
      5: '1>a',
    });
  });

  it('keeps the submessages of a message in order, as long as the message is there', async () => {
    const [lunch, sentMessage] = [inTopic(4, 'Lunch'), sends(7, 2, inTopic(4, 'Lunch'))];
    const all = [submessaged(7, 1, 3, lunch, '{"vote":1}', 10), submessaged(7, 2, 2, lunch, '[]', 20)];
    const kept = [
      { number: 1, userId: 3, at: 10, msgType: 'widget', content: '{"vote":1}' },
      { number: 2, userId: 2, at: 20, msgType: 'widget', content: '[]' },
    ];
    expect((await one(sentMessage, ...all)).submessages).to.deep.equal(kept);
    expect((await one(sentMessage, ...all, edits(7, 2, lunch, 'new', 'old'))).submessages).to.deep.equal(kept);
    expect(await one(sentMessage)).not.to.have.property('submessages');
    expect(await documentsAfter(...all)).to.deep.equal([]);
    expect(await documentsAfter(sentMessage, ...all, deletes(7, 2, lunch))).to.deep.equal([]);
  });

  it('has who reacted with which emoji, and since when, without removed reactions', async () => {
    const [lunch, sentMessage] = [inTopic(4, 'Lunch'), sends(7, 2, inTopic(4, 'Lunch'))];
    const tada = { name: 'tada', code: '1f389', type: 'unicode_emoji' } as const;
    const octopus = { name: 'octopus', code: '1f419', type: 'unicode_emoji' } as const;
    const first = reacts(7, 3, lunch, tada, { at: 10 });
    const all = [first, reacts(7, 2, lunch, octopus, { at: 20 }), reacts(7, 2, lunch, tada, { at: 30 })];
    expect((await one(sentMessage, ...all)).reactions).to.deep.equal([
      { ...tada, userIds: [3, 2], since: [10, 30] },
      { ...octopus, userIds: [2], since: [20] },
    ]);
    expect((await one(sentMessage, ...all, reacts(7, 3, lunch, tada, { back: true }))).reactions).to.deep.equal([
      { ...tada, userIds: [2], since: [30] },
      { ...octopus, userIds: [2], since: [20] },
    ]);
    const taken = await one(sentMessage, first, reacts(7, 3, lunch, { ...tada, name: 'hooray' }, { back: true }));
    expect(taken).to.deep.equal(await one(sentMessage));
    expect(await documentsAfter(sends(7, 2, lunch), deletes(7, 2, lunch), first)).to.deep.equal([]);
  });
});
