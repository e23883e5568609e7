/** A log of an organization whose events are sealed, for tests that change what is stored of them. */
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import type { Finding, Verified } from '../../src/audit/finding.ts';
import { keptCheckpoints } from '../../src/audit/kept-checkpoints.ts';
import { verifyLedger } from '../../src/audit/verification.ts';
import { sha256 } from '../../src/ledger/hashing.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { appendEvents, appendTogether, engineIn, type TestEngine } from '../support/engine.ts';
import { realmId, registered } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import * as past from '../support/past-events.ts';
import { sealedIn, sealing } from '../support/sealed.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

export type SealedPast = { readonly ids: readonly string[]; readonly events: readonly StoredEvent[] };

type Size = { readonly messages: number; readonly eventsMax: number };

export type SealedLog = {
  readonly log: EventLog;
  readonly test: TestEngine;
  readonly past: SealedPast;
  close(): Promise<void>;
};

/** An embedded log with such a past. */
export async function sealedLog(size: Size): Promise<SealedLog> {
  const folder = temporaryFolder();
  const log = await openLmdbEventLog(`${folder}/log`);
  const { test, past } = await sealedPast(log, folder, size);
  const close = async (): Promise<void> => {
    await test.close();
    await log.close();
  };
  return { log, test, past, close };
}

/** Writes this many messages and seals all of them, in batches of at most `eventsMax` events. */
export async function sealedPast(
  log: EventLog,
  folder: string,
  { messages, eventsMax }: Size,
): Promise<{ readonly test: TestEngine; readonly past: SealedPast }> {
  await appendEvents(log, [registered, ...organization()]);
  const test = await engineIn(folder, { log, sealing: { ...sealing, eventsMax } });
  await appendTogether(
    log,
    Array.from({ length: messages }, (_, at) => ({
      ...past.sends(at + 1, 3, past.inTopic(1, 'lunch'), `said ${at}`),
      metadata: { salt: sha256(`salt ${at}`).toString('base64url') },
    })),
  );
  for (let round = 0; round < 2; round += 1) {
    await test.engine.follower.catchUp();
    await test.engine.sealer?.sealNow();
  }
  return { test, past: await sealedIn(log) };
}

export type Verification = { readonly findings: readonly Finding[]; readonly result: Verified };

/** `kept`: the text of checkpoints that somebody kept. */
export async function verified(
  log: Pick<EventLog, 'readAll'>,
  {
    from = 0,
    kept = '',
    now = Date.now(),
  }: { readonly from?: number; readonly kept?: string; readonly now?: number } = {},
): Promise<Verification> {
  const findings: Finding[] = [];
  const result = await verifyLedger(log, {
    realmId,
    from,
    kept: keptCheckpoints(kept),
    found: (finding) => findings.push(finding),
    progress: () => undefined,
    now: () => now,
  });
  return { findings, result };
}
