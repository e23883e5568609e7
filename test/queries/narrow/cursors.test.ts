/** Cursors compared with sets: any combination, read in pages and with seeks. */
import { expect } from 'chai';
import fc from 'fast-check';
import { messageProjection } from '../../../projections/messages.ts';
import type { ReadView } from '../../../src/ports/read-store.ts';
import { type Cursor, type Direction, indexCursor, next } from '../../../src/queries/narrow/cursor.ts';
import { intersection } from '../../../src/queries/narrow/intersection.ts';
import { union } from '../../../src/queries/narrow/union.ts';
import { type Documents, viewOf } from '../../support/project.ts';

const words = ['a', 'b', 'c', 'd'] as const;
type Tree = string | { readonly all: Tree[] } | { readonly any: Tree[] };

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...words),
    fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('tree'), { maxLength: 3 }) }),
  ),
}));

/** Ids of each word: runs, gaps and single ids, over many pages. */
const ids = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 40 })), { maxLength: 12, size: 'max' })
  .map((runs) => {
    const set = new Set<number>();
    let at = 0;
    for (const [gap, length] of runs) {
      at += gap;
      for (let step = 0; step < length; step += 1) set.add(at++);
    }
    return set;
  });

function documentsOf(sets: readonly ReadonlySet<number>[]): Documents {
  const byId = new Map<string, object>();
  for (const messageId of new Set(sets.flatMap((set) => [...set])))
    byId.set(`1.${messageId}`, {
      realmId: 1,
      messageId,
      content: words.filter((_, index) => sets[index]?.has(messageId)).join(' '),
    });
  return new Map([['messages', byId]]);
}

function cursorOf(tree: Tree, view: ReadView, direction: Direction): Cursor {
  if (typeof tree === 'string') return indexCursor(view, { index: 'byWord', prefix: [1, tree] }, direction, 3);
  const of = (trees: Tree[]) => trees.map((one) => cursorOf(one, view, direction));
  return 'all' in tree ? intersection(of(tree.all), direction) : union(of(tree.any), direction);
}

function holds(tree: Tree, sets: readonly ReadonlySet<number>[], id: number): boolean {
  if (typeof tree === 'string') return sets[words.indexOf(tree as never)]?.has(id) ?? false;
  if ('all' in tree) return tree.all.every((one) => holds(one, sets, id));
  return tree.any.some((one) => holds(one, sets, id));
}

describe('queries/narrow cursors', () => {
  it('give every matching id in order, and seek to a given id', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.tuple(ids, ids, ids, ids),
        fc.constantFrom<Direction>('ascending', 'descending'),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }),
        async (meant, sets, direction, jumps) => {
          const cursor = cursorOf(meant, viewOf(documentsOf(sets), [messageProjection]), direction);
          const expected = [...new Set(sets.flatMap((set) => [...set]))]
            .filter((id) => holds(meant, sets, id))
            .sort((a, b) => (direction === 'ascending' ? a - b : b - a));
          let at = direction === 'ascending' ? 0 : 2000;
          for (let step = 0; ; step += 1) {
            const found = await cursor.seek(at);
            expect(found).to.equal(expected.find((id) => (direction === 'ascending' ? id >= at : id <= at)));
            if (found === undefined) break;
            expect(await cursor.seek(at), 'asked again').to.equal(found);
            const jump = jumps[step % Math.max(jumps.length, 1)] ?? 1;
            at = next(direction, found) + (direction === 'ascending' ? jump - 1 : 1 - jump);
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  it('stay within the bounds of their interval', async () => {
    const view = viewOf(documentsOf([new Set([1, 2, 3, 4, 5, 6])]), [messageProjection]);
    const scan = { index: 'byWord', prefix: [1, 'a'], from: 2, to: 4 };
    const all = async (direction: Direction, at: number) => {
      const cursor = indexCursor(view, scan, direction, 2);
      const found: number[] = [];
      for (let id = await cursor.seek(at); id !== undefined; id = await cursor.seek(next(direction, id)))
        found.push(id);
      return found;
    };
    expect(await all('ascending', 0)).to.deep.equal([2, 3, 4]);
    expect(await all('ascending', 3)).to.deep.equal([3, 4]);
    expect(await all('ascending', 5)).to.deep.equal([]);
    expect(await all('descending', Number.POSITIVE_INFINITY)).to.deep.equal([4, 3, 2]);
    expect(await all('descending', 1)).to.deep.equal([]);
  });
});
