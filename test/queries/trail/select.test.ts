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
import {
  conditionsOf,
  cursorOf,
  cursorText,
  type TrailCursor,
  type TrailFilter,
} from '../../../src/queries/trail/filter.ts';
import { momentOf } from '../../../src/queries/trail/moment.ts';
import { documentsOf, trailPage } from '../../../src/queries/trail/select.ts';
import type { EventType } from '../../../src/vocabulary/events/index.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { actions } from '../../../src/vocabulary/trail/table.ts';
import { realmId, recorded } from '../../support/given.ts';
import { projectAll, viewOf } from '../../support/project.ts';
import { randomPast } from '../../support/random-history.ts';
import { withLeaves } from '../../support/with-leaves.ts';

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
  const fitting = documents.filter((one) =>
    conditionsOf(filter).every((keys) => keys.some((key) => keysOf(one).includes(key))),
  );
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
      { numRuns: 60 },
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
        const since = await momentOf(view, realmId, { kind: 'time', at: chosen.at });
        const same = await momentOf(view, realmId, { kind: 'event', eventId: chosen.eventId });
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
      { numRuns: 40 },
    );
  });

  it('knows many erased events of one moment', async () => {
    const erasedOf = (number: number): ErasedDocument => ({
      realmId,
      eventId: `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000` as never,
      erasedAt: 5,
      erasedKeys: ['*', 'a1'],
      type: 'MessageSent',
      actor: 1 as UserId,
      object: { type: 'message', id: number },
      erasedBy: 'e' as never,
    });
    const documents = new Map([
      [
        'trail',
        new Map(Array.from({ length: 300 }, (_, number) => [`1.${erasedOf(number).eventId}`, erasedOf(number)])),
      ],
    ]);
    const view = viewOf(documents, projections);
    for (const direction of ['ascending', 'descending'] as const) {
      let [count, from]: [number, TrailCursor | undefined] = [0, undefined];
      do {
        const page = await trailPage(view, realmId, {}, { direction, limit: 50, from });
        count += page.found.length;
        from = page.next;
      } while (from);
      expect(count).to.equal(300);
    }
  });
});
