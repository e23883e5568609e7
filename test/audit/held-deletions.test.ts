/** What holds let go when they end: in parts, messages before files, and never again. */
import { expect } from 'chai';
import { type HeldDeletionsParts, heldDeletions, releasedHolds } from '../../src/audit/held-deletions.ts';
import { emptyServer, evolve } from '../../src/state/realm-state.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { fileDeleted, uploads } from '../support/file-writes.ts';
import { recorded, registered } from '../support/given.ts';
import { deletionHeld, facts, held, holdEnded } from '../support/hold-writes.ts';
import { organization } from '../support/organization.ts';

const many = limits.heldDeletionsEndedMax + 1;
const past = recorded([
  registered,
  ...organization(),
  held(1, { users: [3] }),
  ...Array.from({ length: many }, (_, index) => deletionHeld(facts(index + 1, 3))),
  uploads(1, 3),
  fileDeleted(1, 3, { held: true }),
  holdEnded(1),
]);

const unused = () => Promise.reject(new Error('unused'));

describe('what holds keep', () => {
  it('is recorded for a file whose deletion was decided before the hold, and came after it', async () => {
    const state = emptyServer();
    const events = recorded([
      registered,
      ...organization(),
      uploads(1, 3),
      uploads(2, 3),
      fileDeleted(1, 3),
      held(1, { users: [3] }),
      fileDeleted(2, 3),
    ]);
    for (const event of events) evolve(state, event);
    const kept: number[] = [];
    const isHeld = heldDeletions({
      log: {} as never,
      state,
      hold: unused,
      end: unused,
      async holdFile({ fileId }) {
        kept.push(fileId);
        return { ok: true, result: { held: true }, position: 1 };
      },
    });
    const answers: boolean[] = [];
    for (const event of events)
      if (event.type === 'FileDeleted') answers.push(await isHeld(event as Recorded<'FileDeleted'>));
    expect([answers, kept]).to.deep.equal([[false, true], [2]]);
  });
});

describe('what holds let go', () => {
  const state = emptyServer();
  for (const event of past) evolve(state, event);
  const ended = past.at(-1);
  if (!ended) throw new Error('no event');
  const parts = (end: HeldDeletionsParts['end']) =>
    releasedHolds({ log: {} as never, state, hold: unused, holdFile: unused, end });
  const perform = async (end: HeldDeletionsParts['end'], signal = new AbortController().signal) => {
    const performer = parts(end);
    if (performer.kind === 'do') await performer.perform(ended, signal, '');
  };

  it('goes in parts, the files at the end', async () => {
    const seen: [number, number][] = [];
    await perform(async ({ messageIds, fileIds }) => {
      seen.push([messageIds.length, fileIds.length]);
      return { ok: true, result: {}, position: 1 };
    });
    expect(seen).to.deep.equal([
      [limits.heldDeletionsEndedMax, 0],
      [1, 0],
      [0, 1],
    ]);
  });

  it('is tried again while the log is out of reach, and ends with the service', async () => {
    const out = { ok: false, refusal: { code: 'unavailable', detail: 'away' } } as const;
    const failed = await perform(async () => out).catch((error: Error) => error.name);
    expect(failed).to.equal('EventLogUnavailable');
    const stopped = await perform(async () => out, AbortSignal.abort()).catch((error: Error) => error.name);
    expect(stopped).to.equal('AbortError');
  });
});
