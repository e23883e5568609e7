/**
 * Goal: an answer is bounded, and a client that reads page after page gets every message once. Method: messages of random lengths, listed
 * from both ends and around an anchor, page by page as clients do.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import type { ReadView } from '../../src/ports/read-store.ts';
import { type Asked, type Listing, listMessages, newest, oldest } from '../../src/queries/listing.ts';
import { Room } from '../../src/queries/room.ts';
import { textWorkHere } from '../../src/rendering/text-work.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Given, realmId } from '../support/given.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { readAfter } from '../support/organization.ts';
import { between, edits, founded, inTopic, newUser, opened, sends, text } from '../support/past-events.ts';

const place = inTopic(1, 'a');
const beginning = [founded(), ...newUser(1), ...newUser(2), opened(1, 'General', [1, 2])];
const viewAfter = (...past: Given[]) => readAfter(beginning, past);
const listed = (view: ReadView, asked: Partial<Asked>): Promise<Listing> =>
  listMessages(
    view,
    {
      realmId,
      userId: 1 as UserId,
      anchor: newest,
      numBefore: 0,
      numAfter: 0,
      narrow: [],
      applyMarkdown: true,
      clientGravatar: false,
      ...asked,
    },
    textWorkHere,
  );
const idsOf = ({ messages }: Listing): number[] => messages.map(({ id }) => id);
/** A text whose HTML has this many eighths of the maximum of an answer. */
const eighths = (count: number) => text('x', { html: 'y'.repeat((count * limits.answerLengthMax) / 8) });

/** Every id, as a client gets them that begins at the anchor and continues while the answer says that there is more. */
async function pagedFrom(view: ReadView, anchor: number): Promise<{ ids: number[]; lengths: number[] }> {
  const lengths: number[] = [];
  const add = (page: Listing): number[] => {
    lengths.push(page.messages.reduce((sum, { content }) => sum + content.length, 0));
    return idsOf(page);
  };
  const first = await listed(view, { anchor, numBefore: 100, numAfter: 100 });
  let ids = add(first);
  for (let page = first; !page.found_oldest; ) {
    page = await listed(view, { anchor: ids[0] ?? anchor, numBefore: 100 });
    ids = [...new Set([...add(page), ...ids])];
  }
  for (let page = first; !page.found_newest; ) {
    page = await listed(view, { anchor: ids.at(-1) ?? anchor, numAfter: 100 });
    ids = [...new Set([...ids, ...add(page)])];
  }
  return { ids, lengths };
}

describe('the size limit of a listing', () => {
  lowerLimits({ answerLengthMax: 80_000 });

  it('pages give every message, and none has much more text than fits (answerLengthMax)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat({ max: 5 }), { maxLength: 9 }), fc.nat({ max: 20 }), async (sizes, anchor) => {
        const sent = sizes.map((size, at) => sends(2 * (at + 1), 2, place, eighths(size)));
        const { ids, lengths } = await pagedFrom(await viewAfter(...sent), anchor);
        expect(ids).to.deep.equal(sizes.map((_, at) => 2 * (at + 1)));
        // The message at the anchor, and one on each side, are given whatever their length: five eighths here.
        for (const length of lengths) expect(length).to.be.at.most((limits.answerLengthMax * 15) / 8);
      }),
      { numRuns: 10 },
    );
  });

  describe('with seven messages of a quarter', () => {
    let view: ReadView;
    before(async () => {
      view = await viewAfter(...[1, 2, 3, 4, 5, 6, 7].map((id) => sends(id, 2, place, eighths(2))));
    });

    it('leaves out those farthest from the anchor, and reports that there are more', async () => {
      const before = await listed(view, { numBefore: 5000 });
      expect([idsOf(before), before.found_oldest, before.found_newest]).to.deep.equal([[4, 5, 6, 7], false, true]);
      const after = await listed(view, { anchor: oldest, numAfter: 5000 });
      expect([idsOf(after), after.found_oldest, after.found_newest]).to.deep.equal([[1, 2, 3, 4], true, false]);
      const around = await listed(view, { anchor: 4, numBefore: 50, numAfter: 50 });
      expect(around).to.include({ found_anchor: true, found_oldest: false, found_newest: false });
      expect(idsOf(around)).to.deep.equal([2, 3, 4, 5, 6]);
    });

    it('counts what is shown: the text itself, if that was requested', async () => {
      const raw = await listed(view, { numBefore: 5000, applyMarkdown: false });
      expect([raw.messages.length, raw.found_oldest]).to.deep.equal([7, true]);
    });

    it('returns all if they fit exactly', async () => {
      const { messages, found_oldest } = await listed(view, { anchor: 5, numBefore: 5000, numAfter: 0 });
      expect([messages.length, found_oldest]).to.deep.equal([5, true]);
    });
  });

  it('is taken by edit histories, of which the newest changes are listed (listedChangesMax)', async () => {
    const long = 'z'.repeat(limits.answerLengthMax / 40);
    const changes = (id: number) => Array.from({ length: 8 }, () => edits(id, 2, place, 'short', long));
    const view = await viewAfter(...[1, 2, 3, 4, 5, 6].flatMap((id) => [sends(id, 2, place, long), ...changes(id)]));
    const page = await listed(view, { numBefore: 5000 });
    expect(idsOf(page)).to.deep.equal([4, 5, 6]);
    expect(page.found_oldest).to.equal(false);
    expect(page.messages[0]?.edit_history).to.have.length(limits.listedChangesMax);
  });

  it('is taken by search results', async () => {
    const many = (id: number) => sends(id, 2, place, 'hit '.repeat(limits.answerLengthMax / 200));
    const view = await viewAfter(...[1, 2, 3, 4, 5, 6, 7, 8].map(many));
    const narrow = [{ operator: 'search', operand: 'hit', negated: false }];
    const page = await listed(view, { numBefore: 5000, narrow });
    expect(page.messages.length).to.be.within(2, 6);
    expect([idsOf(page).at(-1), page.found_oldest]).to.deep.equal([8, false]);
  });

  it('is taken by the people of a private conversation', async () => {
    const people = Array.from({ length: 50 }, (_, at) => at + 1);
    const view = await viewAfter(...Array.from({ length: 50 }, (_, at) => sends(at + 1, 2, between(...people), 'hi')));
    const page = await listed(view, { numBefore: 5000 });
    expect(page.messages.length).to.be.below(40);
    expect(page.found_oldest).to.equal(false);
  });

  it('is taken by the links of topics', async () => {
    const topicLinks = ['x'.repeat(limits.answerLengthMax / 4)];
    const linked = (id: number): Given => {
      const { stream, event } = sends(id, 2, place, 'hi');
      return { stream, event: { ...event, data: { ...event.data, topicLinks } } as DomainEvent };
    };
    const page = await listed(await viewAfter(...[1, 2, 3, 4, 5, 6].map(linked)), { numBefore: 5000 });
    expect([page.messages.length, page.found_oldest]).to.deep.equal([3, false]);
  });

  it('always includes the first, and nothing after the first that does not fit', () => {
    const room = new Room(10);
    expect([room.take(11), room.isFull, room.take(0), room.take(1)]).to.deep.equal([true, false, false, false]);
    const other = new Room(10);
    expect([other.take(4), other.take(6), other.take(1), other.isFull]).to.deep.equal([true, true, false, true]);
  });
});
