/** Deletions that holds release when they end: in parts, messages before files, and only once. */
import { expect } from 'chai';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { erasure } from '../../src/audit/erasure.ts';
import { type HeldDeletionsParts, heldDeletions, releasedHolds } from '../../src/audit/held-deletions.ts';
import type { Executed, Executing } from '../../src/engine/decide/executor.ts';
import { decode } from '../../src/engine/follow/decode.ts';
import { newestEvent } from '../../src/engine/follow/event-reader.ts';
import type { Scrubber } from '../../src/engine/scrubber.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { emptyServer, evolve } from '../../src/state/realm-state.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { MessageId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type LogStream, logStream } from '../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, type TestEngine } from '../support/engine.ts';
import { fileDeleted, uploads } from '../support/file-writes.ts';
import { type Given, realmId, recorded, registered } from '../support/given.ts';
import { deletionHeld, facts, held, heldDeletionsEnded, holdEnded } from '../support/hold-writes.ts';
import { organization } from '../support/organization.ts';
import { deletes, inTopic, sends, text } from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

const executing = <I>(execute: (input: I) => Promise<Executed<unknown>>): Executing =>
  ({ execute: (_: unknown, input: I) => execute(input) }) as Executing;

describe('deletions that holds keep', () => {
  it('are recorded for a file whose deletion was decided before the hold, and appended after it', async () => {
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
      executor: executing(async ({ fileId }: { fileId: number }) => {
        kept.push(fileId);
        return { ok: true, result: { held: true }, position: 1 };
      }),
    });
    const answers: boolean[] = [];
    for (const event of events)
      if (event.type === 'FileDeleted') answers.push(await isHeld(event as Recorded<'FileDeleted'>));
    expect([answers, kept]).to.deep.equal([[false, true], [2]]);
  });
});

describe('a deletion under two holds, of which one ends', () => {
  let log: EventLog;
  let test: TestEngine;
  let parts: HeldDeletionsParts;
  const place = inTopic(1, 'lunch');
  /** Custodian 3 wrote the message, and custodian 4 is mentioned in it. */
  const beginning = [
    registered,
    ...organization(),
    held(1, { users: [3] }),
    sends(1, 3, place, { ...text('@you'), mentioned: [4 as UserId] }),
    deletes(1, 3, place),
  ];
  const begun = async (...past: readonly Given[]): Promise<void> => {
    const folder = temporaryFolder();
    log = await openLmdbEventLog(`${folder}/log`);
    await appendEvents(log, past);
    test = await engineIn(folder, { log });
    const { executor, state } = test.engine;
    parts = { log, state, executor };
  };
  afterEach(async () => {
    await test.close();
    await log.close();
  });
  const newest = async (stream: LogStream) => (await newestEvent(log, stream)) as Recorded;
  const performed = async (): Promise<Recorded> => {
    const performer = releasedHolds(parts);
    const ending = await newest(logStream.audit(realmId));
    if (performer.kind === 'do') await performer.perform(ending, new AbortController().signal, '');
    return newest(logStream.audit(realmId));
  };
  const isHeld = async (): Promise<boolean> =>
    heldDeletions(parts)((await newest(logStream.message(realmId, 1 as MessageId))) as Recorded<'MessageDeleted'>);

  it('stays held although the end of a hold is acted on before the other hold is recorded', async () => {
    await begun(...beginning, held(2, { users: [4] }), holdEnded(1));
    const { type, data } = await performed();
    const message = facts(1, 3, { sentAt: 1, addressed: [4], stoodIn: [1] });
    expect({ type, data }).to.deep.equal({ type: 'DeletionHeld', data: { message, uploads: [] } });
    expect(await isHeld()).to.equal(true);
  });

  for (const [when, ...recordedFirst] of [
    ['before that is recorded'],
    ['and that is recorded', deletionHeld(facts(1, 3, { sentAt: 1, stoodIn: [1] }))],
  ] as const)
    it(`is not removed until that is decided, if both end ${when}, and then it is`, async () => {
      await begun(...beginning, ...recordedFirst, holdEnded(1));
      expect(await isHeld()).to.equal(true);
      expect((await performed()).type).to.equal('HeldDeletionsEnded');
      expect(await isHeld()).to.equal(false);
    });

  for (const [how, placed, left] of [
    ['stays if a hold was placed after it was let go, and before it was removed', [held(2, { users: [3] })], 2],
    ['is removed after it was let go, if no other hold covers it', [held(2, { users: [1] })], 1],
  ] as const)
    it(how, async () => {
      const covered = deletionHeld(facts(1, 3, { sentAt: 1, stoodIn: [1] }));
      await begun(...beginning, covered, holdEnded(1), heldDeletionsEnded([1], []), ...placed);
      const scrubber = { requested: async () => undefined } as unknown as Scrubber;
      const performer = erasure(
        log,
        scrubber,
        async () => undefined,
        heldDeletions(parts),
        async () => undefined,
      );
      const stored = await log.readStream(logStream.audit(realmId));
      const letGo = stored.map(decode).find((event) => event?.type === 'HeldDeletionsEnded') as Recorded;
      if (performer.kind === 'do') await performer.perform(letGo, new AbortController().signal, '');
      expect(await log.readStream(logStream.message(realmId, 1 as MessageId))).to.have.length(left);
      expect((await newest(logStream.audit(realmId))).type).to.equal(left === 2 ? 'DeletionHeld' : 'HoldPlaced');
    });
});

describe('deletions that holds release', () => {
  const state = emptyServer();
  for (const event of past) evolve(state, event);
  const ended = past.at(-1);
  if (!ended) throw new Error('no event');
  type Ended = { readonly messageIds: readonly number[]; readonly fileIds: readonly number[] };
  const perform = async (
    end: (ended: Ended) => Promise<Executed<unknown>>,
    signal = new AbortController().signal,
  ): Promise<void> => {
    const performer = releasedHolds({ log: {} as never, state, executor: executing(end) });
    if (performer.kind === 'do') await performer.perform(ended, signal, '');
  };

  it('are removed in parts, the files at the end (heldDeletionsEndedMax)', async () => {
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

  it('are retried while the log is out of reach, and stop with the service', async () => {
    const out = { ok: false, refusal: { code: 'unavailable', detail: 'away' } } as const;
    const failed = await perform(async () => out).catch((error: Error) => error.name);
    expect(failed).to.equal('EventLogUnavailable');
    const stopped = await perform(async () => out, AbortSignal.abort()).catch((error: Error) => error.name);
    expect(stopped).to.equal('AbortError');
  });
});
