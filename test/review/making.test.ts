/** Making exports for review on a given log: what starts again, what fails, and what remains. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openFolderFileStore } from '../../src/adapters/folder/file-store.ts';
import { decode } from '../../src/engine/follow/decode.ts';
import { ExportFiles } from '../../src/review/export-files.ts';
import { type ExportMakingParts, ExportProgress, exportMaking, exportRemoval } from '../../src/review/making.ts';
import { emptyServer, evolve } from '../../src/state/realm-state.ts';
import type { ExportFailure } from '../../src/vocabulary/events/exports.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { ExportId, RealmId } from '../../src/vocabulary/ids.ts';
import { executing } from '../support/engine.ts';
import { contentErased, erasureAsked, erasureDone } from '../support/erasure-writes.ts';
import { everything, exportAsked, exportFailed } from '../support/export-writes.ts';
import { type Given, realmId, recorded } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import { inTopic, opened, sends } from '../support/past-events.ts';
import { readAllOf, sealedLog } from '../support/review.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const plans = inTopic(1, 'lunch');
const asked = exportAsked(1);
const past = [...organization(), opened(1, 'plans', [1]), sends(7, 1, plans), asked];

async function making({
  more = [],
  full = false,
  outcomes = ['completed'],
  scope = {},
}: {
  more?: readonly Given[];
  full?: boolean;
  outcomes?: ('completed' | 'failed' | 'again')[];
  scope?: object;
} = {}) {
  const folder = join(temporaryFolder(), 'files');
  let isFull = false;
  const store = await openFolderFileStore(folder, { freeBytes: async () => (isFull ? 0 : 1e12) });
  isFull = full;
  const log = sealedLog(past, more);
  const state = emptyServer();
  for (const stored of log) {
    const event = decode(stored);
    if (event) evolve(state, event);
  }
  const files = new ExportFiles(store);
  const made: object[] = [];
  const failed: ExportFailure[] = [];
  const progress = new ExportProgress();
  let seen: number | undefined;
  const parts: ExportMakingParts = {
    state,
    readAll: readAllOf(log),
    files,
    keptMs: 1_000,
    sealed: async () => undefined,
    nextEvent: async () => {
      // The erasure that was under way is done.
      const [event] = recorded([erasureDone(1)]);
      evolve(state, event as Recorded);
    },
    executor: executing({
      'complete-export': (input) => {
        made.push(input);
        seen = progress.of(realmId, 1);
        return { outcome: outcomes.shift() ?? 'completed' };
      },
      'fail-export': ({ cause }) => failed.push(cause as ExportFailure),
    }),
  };
  const event = decode(log[past.length] as (typeof log)[number]) as Recorded<'ExportRequested'>;
  const request = { ...event, data: { ...event.data, ...scope } };
  await exportMaking(parts, progress).perform(request, new AbortController().signal, '');
  const left = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(zip|index|sorted)$/.test(name),
  );
  return { made, failed, left: left.map((name) => name.split('/').at(-1)), files, progress, seen };
}

describe('making exports for review', () => {
  it('stores the file, records what is in it, and forgets its progress', async () => {
    const { made, failed, left, progress, seen } = await making();
    expect(failed).to.deep.equal([]);
    expect(made[0]).to.deep.include({
      exportId: 1,
      messages: 1,
      keptMs: 1_000,
      erased: 0,
      lastEvent: `00000000-0000-4000-8000-${String(past.length + 1).padStart(12, '0')}`,
    });
    expect(left).to.have.members(['1.zip', '1.index']);
    expect([seen, progress.of(realmId, 1)]).to.deep.equal([1, undefined]);
  });

  it('starts again if something was erased in the meantime', async () => {
    const { made, left } = await making({ outcomes: ['again', 'completed'] });
    expect([made.length, left.length]).to.deep.equal([2, 2]);
  });

  it('waits for an erasure that is under way', async () => {
    const { made } = await making({ more: [erasureAsked(1), contentErased(1, [9])] });
    expect(made[0]).to.deep.include({ erased: 1 });
  });

  it('leaves nothing if it failed, or was given up', async () => {
    expect(await making({ scope: { ...everything, until: 1 } })).to.deep.include({
      made: [],
      failed: ['nothing'],
      left: [],
    });
    expect(await making({ full: true })).to.deep.include({ made: [], failed: ['disk-full'], left: [] });
    expect(await making({ outcomes: ['failed'] })).to.deep.include({ failed: [], left: [] });
    expect(await making({ more: [exportFailed(1)] })).to.deep.include({ made: [], failed: [], left: [] });
  });

  it('stops with the process', async () => {
    const stop = new AbortController();
    stop.abort();
    const log = sealedLog(past);
    const state = emptyServer();
    for (const stored of log) {
      const event = decode(stored);
      if (event) evolve(state, event);
    }
    const parts = { state, sealed: async (_: RealmId, __: number, signal: AbortSignal) => signal.throwIfAborted() };
    const event = decode(log[past.length] as (typeof log)[number]) as Recorded;
    const error = await exportMaking(parts as ExportMakingParts, new ExportProgress())
      .perform(event, stop.signal, '')
      .catch((thrown: unknown) => thrown);
    expect(error).to.have.property('name', 'AbortError');
  });

  it('removes what has failed or ended', async () => {
    const { files } = await making();
    const [ended] = recorded([exportFailed(1)]);
    await exportRemoval(files).perform(ended as Recorded, new AbortController().signal, '');
    expect(await files.open(realmId, 1 as ExportId)).to.equal(undefined);
  });
});
