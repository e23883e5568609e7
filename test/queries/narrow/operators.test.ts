import { expect } from 'chai';
import type { ReadView } from '../../../src/ports/read-store.ts';
import { listMessages } from '../../../src/queries/listing.ts';
import { textWorkHere } from '../../../src/rendering/text-work.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import type { NarrowTerm } from '../../../src/vocabulary/narrow.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { realmId } from '../../support/given.ts';
import { readAfter } from '../../support/organization.ts';
import {
  archived,
  between,
  edits,
  flagsSet,
  founded,
  inTopic,
  joins,
  leaves,
  mutes,
  mutesChannel,
  newUser,
  opened,
  sends,
  text,
} from '../../support/past-events.ts';

/** User 1 is the reader; 5 is a guest, 6 a generic bot, 7 an outgoing-webhook bot. */
const past = [
  founded(),
  ...[1, 2, 3, 4].flatMap((id) => newUser(id)),
  ...newUser(5, { role: 600 }),
  ...newUser(6, { bot: 1 }),
  ...newUser(7, { bot: 3 }),
  opened(1, 'General', [2, 5, 7]),
  opened(2, 'secret', [2], { inviteOnly: true }),
  opened(3, 'archive', [2], { inviteOnly: true, historyPublic: true }),
  opened(4, 'muted', [1, 2]),
  opened(5, 'gone', [1, 2]),
  sends(1, 2, inTopic(1, 'Plans'), 'before one came'),
  sends(2, 2, inTopic(2, 'Plans'), 'secret before'),
  sends(3, 2, inTopic(3, 'Plans'), 'open before'),
  joins(1, 1),
  joins(2, 1),
  joins(3, 1),
  sends(4, 2, inTopic(1, 'plans'), text('look at https://x.y', { hasLink: true, mentioned: [1] as never })),
  sends(5, 1, inTopic(1, 'Other'), text('mine', { hasImage: true, hasLink: true }), { client: 'website' }),
  sends(6, 1, inTopic(1, 'Other'), text('mine by script', { wildcard: true }), { client: 'curl' }),
  sends(7, 2, inTopic(2, 'Plans'), 'the red fox'),
  leaves(2, 1),
  sends(8, 2, inTopic(2, 'Plans'), 'after one left'),
  sends(9, 2, inTopic(4, 'Other'), text('in a muted channel', { hasAttachment: true })),
  sends(10, 2, inTopic(1, 'Loud'), 'in a muted topic', { alsoTo: [6] }),
  sends(11, 2, inTopic(5, 'Plans'), 'in an archived channel'),
  archived(5, 'gone'),
  opened(6, 'gone', [2]),
  sends(12, 1, between(1), 'note to myself', { client: 'website' }),
  sends(13, 2, between(1, 2), 'Red fox, red dog', { alerted: [1] }),
  sends(14, 3, between(1, 2, 3), 'three of us'),
  sends(15, 4, between(1, 3, 4), 'other three'),
  sends(16, 2, between(2, 3), 'not for one'),
  sends(17, 2, between(2, 7), 'for the service bot'),
  flagsSet(1, 'read', [13], { read: { 0: [[13, 13]] } }),
  flagsSet(1, 'read', [15], { read: { 0: [[15, 15]] } }),
  // One reads the history of stream 3, but no longer the messages of stream 2.
  flagsSet(1, 'starred', [13, 7, 3, 8]),
  mutesChannel(1, 4),
  mutes(1, 1, 'loud'),
];
const received = [4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15];

let view: ReadView;
before(async () => {
  view = await readAfter(past);
});

const listed = (userId: number, ...narrow: NarrowTerm[]) => listedIn(view, userId, ...narrow);
const listedIn = async (seen: ReadView, userId: number, ...narrow: NarrowTerm[]) => {
  const asked = { realmId, userId: userId as UserId, anchor: 0, numBefore: 0, numAfter: 100, narrow };
  const { messages } = await listMessages(seen, { ...asked, applyMarkdown: true, clientGravatar: false }, textWorkHere);
  return messages;
};
const ids = async (userId: number, ...narrow: NarrowTerm[]) => (await listed(userId, ...narrow)).map(({ id }) => id);
const term = (operator: string, operand: NarrowTerm['operand'], negated = false): NarrowTerm => ({
  operator,
  operand,
  negated,
});
const refusalOf = (...narrow: NarrowTerm[]): Promise<unknown> => refusalFor(1, ...narrow);
const refusalFor = async (userId: number, ...narrow: NarrowTerm[]): Promise<unknown> => {
  try {
    await ids(userId, ...narrow);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  throw new Error('not refused');
};

describe('queries/narrow operators', () => {
  it('no narrow: all received messages, and no others', async () => {
    expect(await ids(1)).to.deep.equal(received);
  });

  // The matches of each term, and of its negation among all received messages.
  const cases: [string, NarrowTerm['operand'], number[], number[]][] = [
    ['stream', 'general', [1, 4, 5, 6, 10], [7, 9, 11, 12, 13, 14, 15]],
    ['stream', 1, [1, 4, 5, 6, 10], [7, 9, 11, 12, 13, 14, 15]],
    ['stream', 'secret', [7], [4, 5, 6, 9, 10, 11, 12, 13, 14, 15]],
    ['stream', 'archive', [3], received],
    ['stream', 5, [11], [4, 5, 6, 7, 9, 10, 12, 13, 14, 15]],
    ['stream', 'gone', [], received],
    ['streams', 'public', [1, 4, 5, 6, 9, 10], [7, 11, 12, 13, 14, 15]],
    ['topic', 'PLANS', [4, 7, 11], [5, 6, 9, 10, 12, 13, 14, 15]],
    ['sender', 'USER2@test.example', [4, 7, 9, 10, 11, 13], [5, 6, 12, 14, 15]],
    ['sender', 1, [5, 6, 12], [4, 7, 9, 10, 11, 13, 14, 15]],
    ['pm-with', 'user2@test.example', [13], [4, 5, 6, 7, 9, 10, 11, 12, 14, 15]],
    ['pm-with', 'user2@test.example,user3@test.example', [14], [4, 5, 6, 7, 9, 10, 11, 12, 13, 15]],
    ['pm-with', [3, 4, 1], [15], [4, 5, 6, 7, 9, 10, 11, 12, 13, 14]],
    ['pm-with', [1], [12], [4, 5, 6, 7, 9, 10, 11, 13, 14, 15]],
    ['pm_with', 'user1@test.example', [12], [4, 5, 6, 7, 9, 10, 11, 13, 14, 15]],
    ['group-pm-with', 'user3@test.example', [14, 15], [4, 5, 6, 7, 9, 10, 11, 12, 13]],
    ['group-pm-with', 2, [14], [4, 5, 6, 7, 9, 10, 11, 12, 13, 15]],
    ['is', 'private', [12, 13, 14, 15], [4, 5, 6, 7, 9, 10, 11]],
    ['is', 'mentioned', [4, 6], [5, 7, 9, 10, 11, 12, 13, 14, 15]],
    // What was left behind is read: in the private stream, and in the archived one.
    ['is', 'unread', [4, 6, 9, 10, 14], [5, 7, 11, 12, 13, 15]],
    ['is', 'starred', [3, 7, 13], [4, 5, 6, 9, 10, 11, 12, 14, 15]],
    ['is', 'alerted', [13], [4, 5, 6, 7, 9, 10, 11, 12, 14, 15]],
    ['has', 'link', [4, 5], [6, 7, 9, 10, 11, 12, 13, 14, 15]],
    ['has', 'image', [5], [4, 6, 7, 9, 10, 11, 12, 13, 14, 15]],
    ['has', 'attachment', [9], [4, 5, 6, 7, 10, 11, 12, 13, 14, 15]],
    ['in', 'home', [4, 5, 6, 7, 11, 12, 13, 14, 15], [4, 5, 6, 7, 11, 12, 13, 14, 15]],
    ['in', 'all', received, received],
    ['near', '5', received, received],
    ['id', '7', [7], [4, 5, 6, 9, 10, 11, 12, 13, 14, 15]],
    ['id', '1', [], received],
    ['id', '99999999999999999999', [], received],
    ['search', 'fox', [7, 13], [4, 5, 6, 9, 10, 11, 12, 14, 15]],
    ['search', 'RED dog', [13], [4, 5, 6, 7, 9, 10, 11, 12, 14, 15]],
    ['search', '"red fox"', [7, 13], [4, 5, 6, 9, 10, 11, 12, 14, 15]],
    ['search', '"fox red"', [], received],
    ['search', '"red dog" fox', [13], [4, 5, 6, 7, 9, 10, 11, 12, 14, 15]],
    ['search', 'plans', [4, 7, 11], [5, 6, 9, 10, 12, 13, 14, 15]],
    ['search', '!?', [], received],
  ];
  for (const [operator, operand, meant, left] of cases)
    it(`${operator}:${JSON.stringify(operand)}, and negated`, async () => {
      expect(await ids(1, term(operator, operand))).to.deep.equal(meant);
      expect(await ids(1, term(operator, operand, true)), 'negated').to.deep.equal(left);
    });

  it('several terms: all must match', async () => {
    expect(await ids(1, term('stream', 1), term('topic', 'plans'))).to.deep.equal([1, 4]);
    expect(await ids(1, term('stream', 1), term('topic', 'plans', true))).to.deep.equal([5, 6, 10]);
    expect(await ids(1, term('stream', 1), term('stream', 2))).to.deep.equal([]);
    expect(await ids(1, term('streams', 'public'), term('sender', 2), term('topic', 'plans'))).to.deep.equal([1, 4]);
    expect(await ids(1, term('stream', 4), term('in', 'home'))).to.deep.equal([]);
    expect(await ids(1, term('is', 'private'), term('stream', 1))).to.deep.equal([]);
  });

  it('any `is` term, also negated, selects among received messages', async () => {
    expect(await ids(1, term('stream', 1), term('is', 'starred', true))).to.deep.equal([4, 5, 6, 10]);
    expect(await ids(1, term('streams', 'public'), term('is', 'mentioned'))).to.deep.equal([4, 6]);
  });

  it('shows guests only messages that they received', async () => {
    expect(await ids(5)).to.deep.equal([1, 4, 5, 6, 10]);
    expect(await ids(5, term('streams', 'public'))).to.deep.equal([1, 4, 5, 6, 10]);
  });

  it('treats an unknown channel like a missing one, by name and by id, negated too', async () => {
    for (const [userId, operand] of [
      [4, 'secret'],
      [4, 'archive'],
      [4, 2],
      [5, 'muted'],
      [5, 4],
      [6, 'secret'],
      [7, 2],
    ] as const)
      for (const negated of [false, true])
        expect(await refusalFor(userId, term('stream', operand, negated))).to.deep.equal({
          code: 'narrow-invalid',
          desc: `unknown stream ${operand}`,
        });
    expect(await ids(4, term('stream', 'muted'))).to.deep.equal([9]);
    expect(await ids(1, term('stream', 'secret'))).to.deep.equal([7]);
    expect(await ids(6, term('stream', 4))).to.deep.equal([9]);
  });

  it('gives a generic bot the messages that mention it, and an outgoing webhook none', async () => {
    expect(await ids(6)).to.deep.equal([10]);
    expect(await ids(6, term('topic', 'loud'))).to.deep.equal([10]);
    expect(await ids(7)).to.deep.equal([]);
    expect(await ids(7, term('is', 'private'))).to.deep.equal([]);
    expect(await ids(7, term('stream', 1))).to.deep.equal([1, 4, 5, 6, 10]);
  });

  it('flags received messages as usual, and others as read history', async () => {
    const flags = Object.fromEntries((await listed(1, term('stream', 1))).map(({ id, flags }) => [id, flags]));
    expect(flags).to.deep.equal({
      1: ['read', 'historical'],
      4: ['mentioned'],
      5: ['read'],
      6: ['wildcard_mentioned'],
      10: [],
    });
  });

  it('highlights search matches', async () => {
    const [message] = await listed(1, term('search', '"red dog"'));
    expect(message?.match_content).to.equal('<p>Red fox, <span class="highlight">red dog</span></p>');
    expect(message?.match_subject).to.equal('');
    expect((await listed(1, term('has', 'link')))[0]).to.not.have.any.keys('match_content', 'match_subject');
    const inTopics = await listed(1, term('stream', 1), term('search', 'other'));
    expect(inTopics[0]?.match_subject).to.equal('<span class="highlight">Other</span>');
  });

  it('finds an edited message by its new text', async () => {
    const place = inTopic(1, 'a');
    const edited = [...past, sends(18, 1, place, 'old words'), edits(18, 1, place, 'new words', 'old words')];
    const seen = await readAfter(edited);
    expect(await listedIn(seen, 1, term('search', 'old'))).to.deep.equal([]);
    expect((await listedIn(seen, 1, term('search', 'new words'))).map(({ id }) => id)).to.deep.equal([18]);
  });

  const refused: [NarrowTerm, string][] = [
    [term('stream', 'nowhere'), 'unknown stream nowhere'],
    [term('stream', 99), 'unknown stream 99'],
    [term('streams', 'private'), 'unknown streams operand private'],
    [term('sender', 'no@one'), 'unknown user no@one'],
    [term('sender', 99), 'unknown user 99'],
    [term('pm-with', 'user1@test.example,no@one'), 'unknown user in user1@test.example,no@one'],
    [term('pm-with', [1, 99]), 'unknown user in [1, 99]'],
    [term('pm-with', []), 'unknown user in []'],
    [term('pm_with', Array(201).fill('user1@test.example').join()), 'too many users (limit: 200)'],
    [term('pm-with', ''), 'unknown user in '],
    [term('group-pm-with', 'no@one'), 'unknown user no@one'],
    [term('is', 'constructor'), "unknown 'is' operand constructor"],
    [term('has', 'fun'), "unknown 'has' operand fun"],
    [term('in', 'out'), "unknown 'in' operand out"],
    [term('id', '1x'), 'Invalid message ID'],
    [term('id', ''), 'Invalid message ID'],
    [term('toString', ''), 'unknown operator toString'],
  ];
  for (const [one, desc] of refused)
    it(`refuses ${one.operator}:${JSON.stringify(one.operand)}`, async () => {
      expect(await refusalOf(one)).to.deep.equal({ code: 'narrow-invalid', desc });
    });

  it('accepts as many users of a conversation as a message may have', async () => {
    const named = Array(limits.recipientsMax).fill('user2@test.example').join();
    expect(await listed(1, term('pm-with', named))).to.deep.equal(
      await listed(1, term('pm-with', 'user2@test.example')),
    );
  });

  it('reports an unknown operator before other errors', async () => {
    const refusal = await refusalOf(term('stream', 'nowhere'), term('colour', 'red'));
    expect(refusal).to.deep.equal({ code: 'narrow-invalid', desc: 'unknown operator colour' });
  });
});
