import { expect } from 'chai';
import { bounded, flagged, type ReadDocument, readDocumentId, readSpans } from '../../projections/flags.ts';
import type { IdSpan, IdSpans } from '../../src/vocabulary/id-spans.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Given, realmId } from '../support/given.ts';
import { organization, readAfter } from '../support/organization.ts';
import { between, deletes, flagsSet, inTopic, opened, readsAll, sends } from '../support/past-events.ts';

const past = [...organization(), opened(1, 'plans', [1, 3])];
const reads = (spans: Readonly<Record<number, IdSpans>>, op: 'add' | 'remove' = 'add', who = 3): Given =>
  flagsSet(who, 'read', [1], { op, read: spans });

/** What user 3 has read, by scope. */
async function readAfterwards(...events: Given[]): Promise<Record<number, IdSpans>> {
  const view = await readAfter(past, events);
  const found = await view.scan(readSpans, 'byReader', { prefix: [realmId, 3], limit: 100 });
  return Object.fromEntries(found.map(({ scope, spans }) => [scope, spans]));
}

async function flaggedAfterwards(...events: Given[]): Promise<unknown[]> {
  const view = await readAfter(past, events);
  const keys = await view.scanKeys(flagged, 'byFlag', { prefix: [realmId, 3], limit: 100 });
  return keys.map(([, , flag, messageId]) => [flag, messageId]);
}

describe('flags', () => {
  it('stores what a user has read as spans, by stream and for private messages', async () => {
    expect(
      await readAfterwards(reads({ 1: [[1, 4]] }), reads({ 1: [[5, 9]], 0: [[2, 2]] }), reads({ 1: [[20, 21]] })),
    ).to.deep.equal({
      0: [[2, 2]],
      1: [
        [1, 9],
        [20, 21],
      ],
    });
    expect(await readAfterwards(reads({ 1: [[1, 4]] }, 'add', 1))).to.deep.equal({});
  });

  it('removes messages that are unread again, however they were read', async () => {
    expect(await readAfterwards(reads({ 1: [[1, 9]] }), reads({ 1: [[3, 3]] }, 'remove'))).to.deep.equal({
      [-1]: [],
      1: [
        [1, 2],
        [4, 9],
      ],
    });
    expect(await readAfterwards(readsAll(3, 9), reads({ 1: [[3, 3]], 0: [[5, 5]] }, 'remove'))).to.deep.include({
      [-1]: [
        [1, 2],
        [4, 4],
        [6, 9],
      ],
    });
  });

  it('has one span for everything, once everything is read', async () => {
    const before = [reads({ 1: [[1, 4]], 0: [[8, 8]] })];
    expect(await readAfterwards(...before, readsAll(3, 9))).to.deep.equal({ [-1]: [[1, 9]] });
    // What is newer stays with its stream.
    expect(await readAfterwards(...before, readsAll(3, 6))).to.deep.equal({ [-1]: [[1, 6]], 0: [[8, 8]] });
    expect(await readAfterwards(readsAll(3, 4), readsAll(3, 9, 6))).to.deep.equal({
      [-1]: [
        [1, 4],
        [6, 9],
      ],
    });
  });

  it(`closes the oldest gaps beyond ${limits.readSpansMax} spans`, () => {
    const spans = (count: number): IdSpan[] => Array.from({ length: count }, (_, at) => [10 * at + 1, 10 * at + 2]);
    expect(bounded(spans(limits.readSpansMax))).to.deep.equal(spans(limits.readSpansMax));
    const closed = bounded(spans(limits.readSpansMax + 2));
    expect(closed).to.have.length(limits.readSpansMax);
    expect(closed.slice(0, 2)).to.deep.equal([
      [1, 22],
      [31, 32],
    ]);
    expect(closed.at(-1)).to.deep.equal(spans(limits.readSpansMax + 2).at(-1));
    expect(bounded([])).to.deep.equal([]);
  });

  it('does so in the stored document', async () => {
    const every = Array.from({ length: limits.readSpansMax + 1 }, (_, at): IdSpan => [2 * at + 1, 2 * at + 1]);
    const view = await readAfter(past, reads({ 1: every }));
    const document = await view.get<ReadDocument>(readSpans, readDocumentId(realmId, 3, 1));
    expect(document?.spans).to.have.length(limits.readSpansMax);
  });

  it('keeps starred and collapsed messages one by one, until they are deleted', async () => {
    const all = [sends(1, 1, inTopic(1, 'x')), sends(2, 1, between(1, 3))];
    const set = [flagsSet(3, 'starred', [1, 2]), flagsSet(3, 'collapsed', [2]), flagsSet(1, 'starred', [1])];
    expect(await flaggedAfterwards(...all, ...set)).to.deep.equal([
      ['collapsed', 2],
      ['starred', 1],
      ['starred', 2],
    ]);
    expect(await flaggedAfterwards(...all, ...set, flagsSet(3, 'starred', [1], { op: 'remove' }))).to.deep.equal([
      ['collapsed', 2],
      ['starred', 2],
    ]);
    expect(await flaggedAfterwards(...all, ...set, deletes(2, 1, between(1, 3)))).to.deep.equal([['starred', 1]]);
  });
});
