/** A past that is stored in a copy of its store and continued: the result is the same as folding from the first event. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { projections } from '../../projections/index.ts';
import { pagesOf } from '../../src/engine/snapshot/pages.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { digestsIn } from '../../src/replay/digests.ts';
import { Past } from '../../src/replay/past.ts';
import { replayTools } from '../../src/replay-tools.ts';
import { openScratchStore } from '../../src/stores.ts';
import { mixedLog } from '../audit/log-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a past that is kept', () => {
  let log: EventLog;
  let tail: number;
  before(async () => {
    log = await mixedLog(temporaryFolder());
    tail = await log.tail();
  });
  after(() => log.close());

  type Own = {
    readonly copy?: string;
    readonly isWhole?: boolean;
    readonly of?: Pick<EventLog, 'readStream'>;
    readonly versions?: number;
  };
  const open = async ({
    copy,
    isWhole = false,
    of = log,
    versions = 0,
  }: Own = {}): Promise<[Past, (folder: string) => Promise<void>]> => {
    const store = await openScratchStore(undefined, copy === undefined ? undefined : { folder: copy, isWhole });
    const models = projections.map((one) => ({ ...one, version: one.version + versions }));
    const parts = { history: log, store, projections: models, logger: replayTools.logger };
    const past = await Past.open({ ...parts, ...(copy && { keptOf: of }) });
    const keepIn = async (folder: string): Promise<void> => {
      await past.keep();
      await store.copyTo(folder);
    };
    return [past, keepIn];
  };
  const keptAt = async (position: number): Promise<string> => {
    const [past, keepIn] = await open();
    await past.advance(position);
    const copy = temporaryFolder();
    await keepIn(copy);
    await past.close();
    return copy;
  };
  const contentsOf = async (past: Past) => {
    const parts = { state: past.state, unknownStreams: new Set<string>(), unsealed: new Map() };
    const policies = { started: new Map(), unfinished: [] };
    return {
      position: past.position,
      models: await past.read((view) => digestsIn(view, projections)),
      state: [...pagesOf({ ...parts, policies })],
    };
  };
  const folded = new Map<number, ReturnType<typeof contentsOf>>();
  const fold = async (to: number) => {
    const [past] = await open();
    await past.advance(to);
    return contentsOf(past).finally(() => past.close());
  };
  /** The same each time, and so folded once. */
  const fromFirst = (to: number) => {
    const known = folded.get(to) ?? fold(to);
    folded.set(to, known);
    return known;
  };

  it('continues to the same read models and the same state, from wherever it was kept, again and again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: tail }), { minLength: 2, maxLength: 4 }),
        fc.boolean(),
        async (at, isWhole) => {
          const positions = at.sort((one, other) => one - other);
          let copy: string | undefined;
          for (const position of positions) {
            const [past, keepIn] = await open({ isWhole, ...(copy && { copy }) });
            if (copy) expect(past.position).to.be.greaterThan(0);
            await past.advance(position);
            expect(await contentsOf(past)).to.deep.equal(await fromFirst(position));
            copy = temporaryFolder();
            await keepIn(copy);
            await past.close();
          }
        },
      ),
      { numRuns: 5 },
    );
  });

  it('continues by a number of events', async () => {
    const [past] = await open({ copy: await keptAt(3) });
    await past.advance(tail, undefined, 2);
    expect(past.position).to.equal(5);
    await past.close();
  });

  it('begins at the first event if the stored past is of another version, of another log, damaged or missing', async () => {
    const copy = await keptAt(9);
    const cut = await keptAt(9);
    const file = join(cut, 'read-store-1.mdb');
    writeFileSync(file, readFileSync(file).subarray(0, 20_000));
    const empty = temporaryFolder();
    mkdirSync(join(empty, 'other'));
    const cases: Own[] = [
      { copy, versions: 1 },
      { copy, of: { readStream: async () => [] } },
      { copy: cut },
      { copy: join(empty, 'absent') },
      { copy: empty },
    ];
    for (const own of cases.flatMap((one) => [one, { ...one, isWhole: true }])) {
      const [past] = await open(own);
      expect(past.position).to.equal(0);
      await past.advance(3);
      expect(await contentsOf(past)).to.deep.equal(await fromFirst(3));
      await past.close();
    }
    const [usable] = await open({ copy });
    expect(usable.position).to.equal(9);
    await usable.close();
  });
});
