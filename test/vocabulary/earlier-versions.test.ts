/** An event that was stored in an earlier version of its type: everything reads it in today's shape, and its bytes stay what they were. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { exportTo } from '../../src/audit/export.ts';
import { importFrom } from '../../src/audit/import.ts';
import { decode } from '../../src/engine/follow/decode.ts';
import { inBase64 } from '../../src/ledger/hashing.ts';
import { hashOfLeaf, leafOf } from '../../src/ledger/leaf.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { replay } from '../../src/replay.ts';
import { upcast } from '../../src/vocabulary/events/upcasters.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { rowOf } from '../../src/vocabulary/trail/table.ts';
import { dependenciesOver } from '../audit/import-dependencies.ts';
import { firstPast, openLog } from '../audit/log-fixture.ts';
import { allIn } from '../audit/moving-support.ts';
import { appointed } from '../support/audit-writes.ts';
import { appendEvents, engineIn, tellStoredAs } from '../support/engine.ts';
import { realmId } from '../support/given.ts';
import { sealedIn, sealing } from '../support/sealed.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Version 1 of `AuditorDismissed`. */
const stored = { userId: 2, reason: null, cause: 'role-changed' };
const today = { userId: 2, why: { cause: 'role-changed' } };

describe('an event of an earlier version', () => {
  let log: EventLog;
  let folder: string;
  let event: StoredEvent;
  before(async () => {
    folder = temporaryFolder();
    log = await openLog(folder);
    await appendEvents(log, [...firstPast(), appointed(2)]);
    await tellStoredAs('AuditorDismissed', log, logStream.audit(realmId), stored);
    event = (await allIn(log)).at(-1) as StoredEvent;
  });
  after(() => log.close());

  it("has today's shape wherever it is read: AuditorDismissed has one of two causes", () => {
    expect(decode(event)?.data).to.deep.equal(today);
    expect(upcast('AuditorDismissed', 1, { userId: 2, reason: 'left' })).to.deep.equal({
      userId: 2,
      why: { reason: 'left' },
    });
    expect(upcast('AuditorDismissed', 2, today)).to.equal(today);
    const row = rowOf('AuditorDismissed');
    expect(row?.after?.(decode(event)?.data as never)).to.deep.equal({
      is_auditor: false,
      reason: null,
      cause: 'role-changed',
    });
  });

  it('is folded and sealed: its leaf covers what is stored', async () => {
    const test = await engineIn(folder, { log, sealing });
    try {
      const { state, follower, sealer } = test.engine;
      expect([...(state.realms.get(realmId)?.audit.auditors.keys() ?? [])]).to.not.include(2);
      // Another one, while it is live.
      await tellStoredAs('AuditorDismissed', log, logStream.audit(realmId), { userId: 1, reason: 'left' });
      await follower.catchUp();
      await sealer?.sealed(realmId, follower.position);
      const { ids, unsealed, events } = await sealedIn(log);
      expect(ids).to.include(event.id);
      expect(unsealed).to.deep.equal([]);
      const seals = events.filter(({ type }) => type === 'LedgerSealed').map(({ data }) => data);
      const entries = seals.flatMap((data) => (data as { readonly entries: readonly [string, string][] }).entries);
      expect(entries).to.deep.include([event.id, inBase64(hashOfLeaf(leafOf(event)))]);
      expect(entries).to.not.deep.include([event.id, inBase64(hashOfLeaf(leafOf({ ...event, data: today })))]);
    } finally {
      await test.close();
    }
  });

  it('is exported, imported and replayed', async () => {
    const path = join(folder, 'test.ndjson');
    await exportTo(log, { realm: realmId, path });
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const exported = lines.map((line) => JSON.parse(line)).find(({ id }) => id === event.id);
    expect(exported).to.deep.include({ data: stored });
    const other = await openLog();
    await importFrom(dependenciesOver(other), path);
    const found = (await allIn(other)).find(({ id }) => id === event.id);
    expect([found?.data, found?.metadata]).to.deep.equal([event.data, event.metadata]);
    await other.close();
    const steps = [];
    for await (const step of replay({ export: path })) if (step.event.id === event.id) steps.push(step);
    expect(steps.map((step) => step.event.data)).to.deep.equal([today]);
    expect(steps[0]?.changes.map(({ model, after }) => [model, after])).to.deep.include(['auditors', undefined]);
  });
});
