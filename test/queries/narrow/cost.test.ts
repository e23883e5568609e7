/** The cost of a narrow depends on the number of matches and seeks, not on the size of the history. */
import { expect } from 'chai';
import { chargingSearched } from '../../../src/http/routes/shared/search-cost.ts';
import type { ReadView } from '../../../src/ports/read-store.ts';
import { resolveNarrow } from '../../../src/queries/narrow/resolve.ts';
import { selectionOf } from '../../../src/queries/narrow/select.ts';
import { viewing } from '../../../src/queries/narrow/viewing.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import type { NarrowTerm } from '../../../src/vocabulary/narrow.ts';
import { type Given, realmId, recorded } from '../../support/given.ts';
import { between, edits, founded, inTopic, leaves, newUser, opened, sends, text } from '../../support/past-events.ts';
import { type Documents, projectAll, viewOf } from '../../support/project.ts';

const asking = 1 as UserId;
const term = (operator: string, operand: string | number): NarrowTerm => ({ operator, operand, negated: false });
const direction = 'descending' as const;
const from = Number.POSITIVE_INFINITY;

/** The matches, how many index entries were read, and how often each index was. */
async function asked(documents: Documents, narrow: readonly NarrowTerm[], limit: number) {
  let read = 0;
  const scans = new Map<string, number>();
  const view = viewOf(documents, undefined, (model, index, returned) => {
    if (model !== 'messages') return;
    read += returned;
    scans.set(index, (scans.get(index) ?? 0) + 1);
  });
  const resolved = await resolveNarrow(view, realmId, asking, narrow);
  const viewer = await viewing(view, realmId, asking, resolved);
  const found = await selectionOf(view, viewer, resolved).take({ direction, from, limit });
  return { ids: found.map(({ messageId }) => messageId as number), read, scans };
}

const people = [founded(), ...newUser(1), ...newUser(2)];

describe('queries/narrow cost', () => {
  it('reads as many entries of a channel as requested', async () => {
    const sent = Array.from({ length: 600 }, (_, index) => sends(index + 1, 2, inTopic(1, 'a')));
    const documents = await projectAll(recorded([...people, opened(1, 'c', [1]), ...sent]), { batchMax: 100 });
    const { ids, read } = await asked(documents, [term('stream', 1)], 100);
    expect(ids).to.have.length(100);
    expect(read).to.equal(100);
  });

  it('reads few more entries than requested for all received messages', async () => {
    const channels = Array.from({ length: 30 }, (_, index) => opened(index + 1, `c${index + 1}`, [1]));
    const sent = Array.from({ length: 900 }, (_, index) => sends(index + 1, 2, inTopic((index % 30) + 1, 'a')));
    const documents = await projectAll(recorded([...people, ...channels, ...sent]), { batchMax: 100 });
    const { ids, read } = await asked(documents, [], 50);
    expect(ids).to.deep.equal(Array.from({ length: 50 }, (_, index) => 900 - index));
    expect(read).to.be.below(300);
  });

  it('skips messages that do not match', async () => {
    const sent: Given[] = [];
    for (let id = 1; id <= 800; id += 1)
      sent.push(sends(id, id % 200 === 0 ? 1 : 2, inTopic(1, 'a'), text(id % 100 === 0 ? 'rare' : 'common')));
    const documents = await projectAll(recorded([...people, opened(1, 'c', [1]), ...sent]), { batchMax: 100 });
    const { ids, read } = await asked(documents, [term('stream', 1), term('sender', 1), term('search', 'rare')], 10);
    expect(ids).to.deep.equal([800, 600, 400, 200]);
    expect(read).to.be.below(200);
  });

  it('reads the index only for the longest words of a search, and finds only messages with all words (wordsInIndexMax)', async () => {
    const words = Array.from({ length: 3 * limits.wordsInIndexMax }, (_, at) => `w${at}`);
    const contents = [words.join(' '), words.slice(1).join(' '), `more ${words.join(' ')}`];
    const messages = contents.map((content, at) => sends(at + 1, 2, inTopic(1, 'a'), text(content)));
    const documents = await projectAll(recorded([...people, opened(1, 'c', [1]), ...messages]));
    const { ids, scans } = await asked(documents, [term('search', words.join(' '))], 10);
    expect(ids).to.deep.equal([3, 1]);
    expect(scans.get('byWord')).to.equal(limits.wordsInIndexMax);
  });

  it('looks at the changed messages of each channel that the user left once, for any number of words', async () => {
    const channels = Array.from({ length: 30 }, (_, index) =>
      opened(index + 1, `c${index + 1}`, [1, 2], { inviteOnly: true }),
    );
    const sent = channels.map((_, index) => sends(index + 1, 2, inTopic(index + 1, 'a'), text('one two three')));
    const left = channels.map((_, index) => leaves(index + 1, 1));
    const changed = edits(3, 2, inTopic(3, 'a'), 'something else', 'one two three');
    const documents = await projectAll(recorded([...people, ...channels, ...sent, ...left, changed]));
    const { ids, scans } = await asked(
      documents,
      [term('search', 'one two three'), term('search', 'three "one two"')],
      99,
    );
    expect(ids).to.deep.equal(Array.from({ length: 30 }, (_, index) => 30 - index));
    expect(scans.get('byChanged')).to.equal(30);
  });

  it('reports the messages that it looks at, found or not, which count as requests (lookedAtPerRequest)', async () => {
    const sent = Array.from({ length: 700 }, (_, index) => sends(index + 1, 2, inTopic(1, 'a')));
    const documents = await projectAll(recorded([...people, opened(1, 'c', [1]), ...sent]), { batchMax: 100 });
    const charges: number[] = [];
    const lookedAt = chargingSearched({ charge: (requests) => void charges.push(requests) });
    let looked = 0;
    const resolved = { conditions: [{ kind: 'sender', userId: 2, negated: true }], receivedOnly: false } as const;
    const view = viewOf(documents);
    const viewer = await viewing(view, realmId, asking, resolved);
    const selection = selectionOf(view, viewer, resolved, (count) => {
      looked += count;
    });
    expect(await selection.take({ direction, from, limit: 5 })).to.deep.equal([]);
    expect(looked).to.equal(700);
    lookedAt(limits.lookedAtPerRequest - 1);
    expect(charges).to.deep.equal([]);
    lookedAt(1);
    lookedAt(2 * limits.lookedAtPerRequest + 1);
    lookedAt(limits.lookedAtPerRequest - 2);
    expect(charges).to.deep.equal([1, 2]);
  });

  it('counts each so many characters of a text that is searched as one more message (searchedAsOneMore)', async () => {
    const content = 'x'.repeat(2 * limits.searchedAsOneMore);
    const documents = await projectAll(
      recorded([...people, opened(1, 'c', [1]), sends(1, 2, inTopic(1, 'a'), text(content))]),
    );
    const view = viewOf(documents);
    const lookedAtFor = async (narrow: readonly NarrowTerm[]): Promise<number> => {
      let looked = 0;
      const resolved = await resolveNarrow(view, realmId, asking, narrow);
      const viewer = await viewing(view, realmId, asking, resolved);
      const selection = selectionOf(view, viewer, resolved, (count) => {
        looked += count;
      });
      await selection.among([1]);
      return looked;
    };
    expect(await lookedAtFor([term('search', 'y')])).to.equal(3);
    expect(await lookedAtFor([term('stream', 1)])).to.equal(1);
  });

  it('looks up a term that occurs twice only once', async () => {
    const documents = await projectAll(recorded([...people, opened(1, 'c', [1]), sends(1, 2, inTopic(1, 'a'))]));
    const view = viewOf(documents);
    let looked = 0;
    const counting: ReadView = {
      ...view,
      get: (model, id) => {
        looked += 1;
        return view.get(model, id);
      },
    };
    await resolveNarrow(counting, realmId, asking, [term('in', 'home')]);
    const once = looked;
    await resolveNarrow(counting, realmId, asking, Array(100).fill(term('in', 'home')));
    expect(looked).to.equal(2 * once);
  });

  it('skips messages in channels without the user, for any number of subscriptions', async () => {
    const channels = Array.from({ length: 30 }, (_, index) => opened(index + 1, `c${index + 1}`, [1]));
    const hidden = opened(31, 'hidden', [2], { inviteOnly: true });
    const sent: Given[] = [sends(1, 2, inTopic(7, 'a')), sends(2, 2, between(1, 2))];
    for (let id = 3; id <= 1000; id += 1) sent.push(sends(id, 2, inTopic(31, 'a')));
    sent.push(sends(1001, 2, inTopic(8, 'a')));
    const documents = await projectAll(recorded([...people, ...channels, hidden, ...sent]), { batchMax: 100 });
    for (const narrow of [[], [term('sender', 2)]]) {
      const { ids, read } = await asked(documents, narrow, 10);
      expect(ids).to.deep.equal([1001, 2, 1]);
      expect(read).to.be.below(400);
    }
  });
});
