/** The queries of GET /messages/{id}, …/history and /messages/matches_narrow, without HTTP. */
import { expect } from 'chai';
import { matchesNarrow } from '../../src/queries/matches-narrow.ts';
import { messageHistory } from '../../src/queries/message-history.ts';
import { rawMessage } from '../../src/queries/raw-message.ts';
import { textWorkHere } from '../../src/rendering/text-work.ts';
import type { MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import type { Snapshot } from '../../src/wire/message.ts';
import { type Given, realmId } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';
import { between, deletes, edits, founded, inTopic, moves, newUser, opened, sends } from '../support/past-events.ts';

const user = 1 as UserId;
const id = 1 as MessageId;
const beginning = [
  founded(),
  ...newUser(1),
  ...newUser(2),
  opened(1, 'c', [1, 2]),
  opened(2, 'hidden', [2], { inviteOnly: true }),
];
const viewAfter = (...past: Given[]) => readAfter(beginning, past);
const pageAfter = async (offset: number, ...past: Given[]) =>
  messageHistory(await viewAfter(...past), realmId, user, id, offset, textWorkHere);
const historyAfter = async (...past: Given[]) => (await pageAfter(0, ...past)).snapshots;
const place = inTopic(1, 'a');
const at = (seconds: number) => ({ at: seconds * 1000 });
const refusal = async (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'answered',
    (error: unknown) => {
      if (error instanceof Refused) return error.refusal.code;
      throw error;
    },
  );

describe('queries/message-history', () => {
  const original = { topic: 'a', content: 'one', rendered_content: '<p>one</p>', timestamp: 1, user_id: 2 };

  it('has one entry for a message that was never edited', async () => {
    expect(await historyAfter(sends(1, 2, place, 'one', at(1)))).to.deep.equal([original]);
  });

  it('has every version, oldest first, with the changes of each', async () => {
    const history = await historyAfter(
      sends(1, 2, place, 'one', at(1)),
      edits(1, 2, place, 'two', 'one', at(2)),
      moves(1, { channel: 1, topic: 'a' }, { channel: 1, topic: 'b' }, 'one', { ...at(3), actor: user }),
      edits(1, 2, place, 'three', 'two', at(4)),
    );
    const diff = (deleted: string, inserted: string) =>
      `<p><span class="highlight_text_deleted">${deleted}</span><span class="highlight_text_inserted">${inserted}</span></p>`;
    expect(history).to.deep.equal([
      original,
      {
        topic: 'a',
        content: 'two',
        rendered_content: '<p>two</p>',
        timestamp: 2,
        user_id: 2,
        prev_content: 'one',
        prev_rendered_content: '<p>one</p>',
        content_html_diff: diff('one', 'two'),
      },
      { topic: 'b', content: 'two', rendered_content: '<p>two</p>', timestamp: 3, user_id: 1, prev_topic: 'a' },
      {
        topic: 'b',
        content: 'three',
        rendered_content: '<p>three</p>',
        timestamp: 4,
        user_id: 2,
        prev_content: 'two',
        prev_rendered_content: '<p>two</p>',
        content_html_diff: diff('two', 'three'),
      },
    ]);
  });

  describe('in pages', () => {
    const edit = (at: number) => edits(1, 2, place, `v${at}`, at === 1 ? 'one' : `v${at - 1}`);
    const topics = [
      { channel: 1, topic: 'a' },
      { channel: 1, topic: 'b' },
    ];
    const move = (at: number) => moves(1, topics[at % 2] as never, topics[(at + 1) % 2] as never, 'one');
    const allPages = async (...past: Given[]) => {
      const view = await viewAfter(...past);
      const pages: Snapshot[][] = [];
      for (let offset = 0; ; ) {
        const page = await messageHistory(view, realmId, user, id, offset, textWorkHere);
        pages.push([...page.snapshots]);
        if (page.next === undefined) return pages;
        offset = page.next;
      }
    };

    it('has at most a hundred versions in each, and all of them together', async () => {
      const pages = await allPages(sends(1, 2, place, 'one'), ...Array.from({ length: 250 }, (_, at) => edit(at + 1)));
      expect(pages.map((page) => page.length)).to.deep.equal([100, 100, 51]);
      const all = pages.flat();
      expect(all.map(({ content }) => content)).to.deep.equal(['one', ...all.slice(1).map((_, at) => `v${at + 1}`)]);
      expect(all.slice(1).map(({ prev_content }) => prev_content)).to.deep.equal(
        all.slice(0, -1).map(({ content }) => content),
      );
    });

    it('has the text of versions whose text changed only after the page', async () => {
      const moved = Array.from({ length: 150 }, (_, at) => move(at));
      const [first, second] = await allPages(sends(1, 2, place, 'one'), ...moved, edit(1));
      expect(first?.every(({ content }) => content === 'one')).to.equal(true);
      expect(second?.map(({ content }) => content)).to.deep.equal([...Array(51).fill('one'), 'v1']);
      expect(second?.map(({ topic }) => topic).slice(0, 3)).to.deep.equal(['a', 'b', 'a']);
      const onlyMoved = await allPages(sends(1, 2, place, 'one'), ...moved);
      expect(onlyMoved.flat().every(({ content }) => content === 'one')).to.equal(true);
    });

    it('is shorter if the versions are long, and never empty', async () => {
      const long = (letter: string) => letter.repeat(400_000);
      const past = [sends(1, 2, place, long('a')), edits(1, 2, place, long('b'), long('a'))];
      const again = [edits(1, 2, place, long('c'), long('b')), edits(1, 2, place, long('d'), long('c'))];
      const pages = await allPages(...past, ...again);
      expect(pages.map((page) => page.map(({ content }) => content[0]).join(''))).to.deep.equal(['ab', 'c', 'd']);
    });

    it('ends after the newest version', async () => {
      for (const offset of [2, 3, 1e15])
        expect(await pageAfter(offset, sends(1, 2, place, 'one'), edit(1))).to.deep.equal({
          snapshots: [],
          next: undefined,
        });
      const { snapshots, next } = await pageAfter(1, sends(1, 2, place, 'one'), edit(1));
      expect([snapshots.length, snapshots[0]?.prev_content, next]).to.deep.equal([1, 'one', undefined]);
    });
  });

  it('gives private messages an empty topic', async () => {
    const [snapshot] = await historyAfter(sends(1, 2, between(1, 2), 'x'));
    expect(snapshot?.topic).to.equal('');
  });

  it('is returned exactly to those who may see the message', async () => {
    expect(await refusal(historyAfter())).to.equal('message-missing');
    expect(await refusal(historyAfter(sends(1, 2, place), deletes(1, 2, place)))).to.equal('message-missing');
    expect(await refusal(historyAfter(sends(1, 2, inTopic(2, 'a'))))).to.equal('message-missing');
    expect(await refusal(historyAfter(sends(1, 2, between(2))))).to.equal('message-missing');
  });
});

describe('queries/raw-message', () => {
  it('returns the source text to those who may see the message', async () => {
    const view = await viewAfter(sends(1, 2, place, 'as *written*'), sends(2, 2, inTopic(2, 'a')));
    expect(await rawMessage(view, realmId, user, id)).to.deep.equal({ raw_content: 'as *written*' });
    expect(await refusal(rawMessage(view, realmId, user, 2 as MessageId))).to.equal('message-missing');
  });
});

describe('queries/matches-narrow', () => {
  const messages = [
    sends(1, 2, place, 'red'),
    sends(2, 2, place, 'blue'),
    sends(3, 2, inTopic(2, 'x')),
    sends(4, 2, between(1, 2), 'red'),
  ];
  const matches = async (ids: number[], ...narrow: [string, string][]) =>
    matchesNarrow(
      await viewAfter(...messages),
      realmId,
      user,
      ids,
      narrow.map(([operator, operand]) => ({ operator, operand, negated: false })),
      textWorkHere,
    );

  it('lists matching messages with content and topic', async () => {
    expect(await matches([1, 2, 4], ['stream', 'c'])).to.deep.equal({
      1: { match_content: '<p>red</p>', match_subject: 'a' },
      2: { match_content: '<p>blue</p>', match_subject: 'a' },
    });
  });

  it('highlights search matches', async () => {
    expect(await matches([1, 2, 4], ['search', 'red'])).to.deep.equal({
      1: { match_content: '<p><span class="highlight">red</span></p>', match_subject: 'a' },
      4: { match_content: '<p><span class="highlight">red</span></p>', match_subject: '' },
    });
  });

  it('matches all received messages without a narrow, and no others', async () => {
    expect(Object.keys(await matches([4, 1, 3, 99, 0, -7, 1]))).to.deep.equal(['1', '4']);
    const unknown = await matches([3], ['stream', 'hidden']).catch((error: unknown) => error);
    expect(unknown).to.be.instanceOf(Refused);
  });

  it('refuses, rather than leave some out, if their texts are too long together', async () => {
    const long = 'x'.repeat(limits.answerLengthMax / 4);
    const view = await viewAfter(...[1, 2, 3, 4].map((id) => sends(id, 2, place, long)));
    const asked = (ids: number[]) => matchesNarrow(view, realmId, user, ids, [], textWorkHere);
    expect(Object.keys(await asked([1, 2, 3]))).to.deep.equal(['1', '2', '3']);
    expect(await refusal(asked([1, 2, 3, 4]))).to.equal('messages-too-long');
  });
});
