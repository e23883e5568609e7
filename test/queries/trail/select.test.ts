/** Pages of the trail against a plain search of all documents, on random histories and random filters. */
import { expect } from 'chai';
import fc from 'fast-check';
import {
  type ErasedDocument,
  type EventPlace,
  isErased,
  type TrailDocument,
  trailProjection,
} from '../../../projections/trail.ts';
import type { Direction } from '../../../src/queries/narrow/cursor.ts';
import {
  conditionsOf,
  cursorOf,
  cursorText,
  type TrailCursor,
  type TrailFilter,
} from '../../../src/queries/trail/filter.ts';
import { momentIn } from '../../../src/queries/trail/moment.ts';
import { documentsOf, trailPage } from '../../../src/queries/trail/select.ts';
import type { EventType } from '../../../src/vocabulary/events/index.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { trailKey } from '../../../src/vocabulary/trail/keys.ts';
import { actions } from '../../../src/vocabulary/trail/table.ts';
import { realmId, recorded } from '../../support/given.ts';
import { withLeaves } from '../../support/leaf-in.ts';
import { projectAll, viewOf } from '../../support/project.ts';
import { randomPast } from '../../support/random-history.ts';

type Document = TrailDocument | ErasedDocument;

/** Without what only leads to them. */
const documentsIn = (models: Awaited<ReturnType<typeof projectAll>>): Document[] =>
  [...((models.get('trail') ?? new Map()).values() as Iterable<Document | EventPlace>)].filter(
    (one): one is Document => !('placedAt' in one),
  );

const projections = [trailProjection];

const atOf = (document: Document): number => (isErased(document) ? document.erasedAt : document.at);
const keysOf = (document: Document): readonly string[] => (isErased(document) ? document.erasedKeys : document.keys);

/** Oldest first: those of the log in its order, erased ones before those of the log that are not earlier. */
function plainly(documents: readonly Document[], filter: TrailFilter): string[] {
  const fitting = documents.filter((one) => {
    const searched = filter.search && (isErased(one) ? filter.search.heldKeys : filter.search.orKeys);
    return [...conditionsOf(filter), ...(searched ? [searched] : [])].every((keys) =>
      keys.some((key) => keysOf(one).includes(key)),
    );
  });
  const live = fitting.filter((one): one is TrailDocument => !isErased(one)).sort((a, b) => a.position - b.position);
  const gone = fitting
    .filter(isErased)
    .filter(() => (filter.client ?? filter.requestId) === undefined)
    .sort((a, b) => a.erasedAt - b.erasedAt || (a.eventId < b.eventId ? -1 : 1));
  const merged: string[] = [];
  for (const one of live) {
    while (gone[0] && gone[0].erasedAt <= one.at) merged.push(gone.shift()?.eventId ?? '');
    merged.push(one.eventId);
  }
  return [...merged, ...gone.map(({ eventId }) => eventId)];
}

const messageKeys = [1, 2, 3, 4, 5, 6].map((id) => trailKey.object({ type: 'message', id }));
const types = actions.map(({ event }) => event);
const anyFilter: fc.Arbitrary<TrailFilter> = fc.record(
  {
    actor: fc.constantFrom<(UserId | null)[]>(null, 1 as UserId),
    events: fc.subarray<EventType>(types, { minLength: 1, maxLength: 30 }),
    channelId: fc.constantFrom(1, 2, 3),
    objects: fc.constantFrom<NonNullable<TrailFilter['objects']>[]>(
      [{ type: 'stream', id: 1 }],
      [{ type: 'user', id: 1 }],
      [
        { type: 'message', id: 1 },
        { type: 'message', id: 2 },
      ],
    ),
    client: fc.constantFrom('test', 'another'),
    search: fc.record({
      words: fc.constant(['nowhere']),
      orKeys: fc.subarray(messageKeys),
      heldKeys: fc.subarray(messageKeys),
    }),
  },
  { requiredKeys: [] },
);

describe('a page of the trail', () => {
  it('is the same as a search of everything, page by page, in both directions', async () => {
    await fc.assert(
      fc.asyncProperty(randomPast(), anyFilter, fc.integer({ min: 1, max: 9 }), async ({ events }, filter, limit) => {
        const documents = await projectAll(withLeaves(recorded(events)), { projections });
        const view = viewOf(documents, projections);
        const all = documentsIn(documents);
        const ids = all.map(({ eventId }) => eventId);
        expect(await documentsOf(view, realmId, [...ids, 'elsewhere'])).to.deep.equal([...all, undefined]);
        for (const direction of ['ascending', 'descending'] as const) {
          const paged: string[] = [];
          let from: TrailCursor | undefined;
          do {
            const page = await trailPage(view, realmId, filter, { direction, limit, from });
            paged.push(...page.found.map(({ eventId }) => eventId));
            from = page.next && cursorOf(cursorText(page.next));
          } while (from);
          const expected = plainly(all, filter);
          expect(paged).to.deep.equal(direction === 'ascending' ? expected : expected.reverse());
        }
      }),
      { numRuns: 30 },
    );
  });

  it('ends and begins at moments', async () => {
    await fc.assert(
      fc.asyncProperty(randomPast(), fc.nat(), async ({ events }, dice) => {
        const log = withLeaves(recorded(events));
        const documents = await projectAll(log, { projections });
        const plain = viewOf(documents, projections);
        const view = { ...plain, checkpoint: { ...plain.checkpoint, position: log.length } };
        const all = documentsIn(documents).filter((one) => !isErased(one));
        const chosen = all[dice % all.length] as TrailDocument;
        const since = await momentIn(view, realmId, { kind: 'time', at: chosen.at });
        const same = await momentIn(view, realmId, { kind: 'event', id: chosen.eventId });
        expect(since?.position).to.be.at.least(same?.position ?? 0);
        const options = { direction: 'ascending', limit: 10_000 } as const;
        const [before, after] = [
          await trailPage(view, realmId, { until: since }, options),
          await trailPage(view, realmId, { since }, options),
        ];
        expect(before.found.every((one) => atOf(one) <= chosen.at)).to.equal(true);
        expect(after.found.every((one) => atOf(one) > chosen.at)).to.equal(true);
        expect(before.found.length + after.found.length).to.equal(documentsIn(documents).length);
      }),
      { numRuns: 25 },
    );
  });

  const erasedOf = (number: number, erasedAt: number): ErasedDocument => ({
    realmId,
    eventId: `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000` as never,
    erasedAt,
    erasedKeys: ['*', 'a1', trailKey.object({ type: 'message', id: number % 3 })],
    type: 'MessageSent',
    actor: 1 as UserId,
    object: { type: 'message', id: number % 3 },
    erasedBy: 'e' as never,
  });

  /** The numbers of the erased events that are found, page by page. */
  async function numbersOf(erased: readonly ErasedDocument[], filter: TrailFilter, direction: Direction) {
    const documents = new Map([['trail', new Map(erased.map((one) => [`1.${one.eventId}`, one]))]]);
    const view = viewOf(documents, projections);
    const numbers: number[] = [];
    let from: TrailCursor | undefined;
    do {
      const page = await trailPage(view, realmId, filter, { direction, limit: 50, from });
      numbers.push(...page.found.map(({ eventId }) => Number(eventId.slice(0, 8))));
      from = page.next;
    } while (from);
    return numbers;
  }

  it('knows many erased events of one moment', async () => {
    const numbers = Array.from({ length: 300 }, (_, number) => number);
    const erased = numbers.map((number) => erasedOf(number, 5));
    expect(await numbersOf(erased, {}, 'ascending')).to.deep.equal(numbers);
    expect(await numbersOf(erased, {}, 'descending')).to.deep.equal(numbers.toReversed());
  });

  it('has the erased events of all the messages that a search found in one order', async () => {
    const numbers = Array.from({ length: 300 }, (_, number) => number);
    const erased = numbers.map((number) => erasedOf(number, Math.floor(number / 4)));
    const heldKeys = [1, 2].map((id) => trailKey.object({ type: 'message', id }));
    const filter: TrailFilter = { search: { words: ['nowhere'], orKeys: [], heldKeys } };
    const expected = numbers.filter((number) => number % 3 !== 0);
    expect(await numbersOf(erased, filter, 'ascending')).to.deep.equal(expected);
    expect(await numbersOf(erased, filter, 'descending')).to.deep.equal(expected.toReversed());
  });
});
