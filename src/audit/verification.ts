/**
 * Verifies a ledger against the log in one pass: every event against its leaf, every leaf against the tree, and the tree against its
 * signatures and against checkpoints that somebody has kept. It trusts only the log's bytes and the kept checkpoints.
 */
import { Breaks } from '../define/breaks.ts';
import type { LogToVerify } from '../ports/log-to-verify.ts';
import { allPrefixes } from '../vocabulary/log-streams.ts';
import { Comparison, type ComparisonOrder } from './comparison.ts';
import { type Examination, type ExaminedEvent, examinationModule, examine } from './examined-event.ts';
import type { Verified } from './finding.ts';

type VerificationOrder = ComparisonOrder & {
  readonly realmId: number;
  readonly progress: (events: number) => void;
};

export async function verifyLedger(
  log: Pick<LogToVerify, 'readAll' | 'readParts'>,
  order: VerificationOrder,
): Promise<Verified> {
  const comparison = new Comparison(order);
  const { realmId, from } = order;
  const examination = { realmId, isHashed: from === 0 };
  const breaks = new Breaks();
  const takeAll = async (parts: AsyncIterable<Iterable<ExaminedEvent>>): Promise<void> => {
    for await (const part of parts) {
      for (const examined of part) {
        comparison.take(examined);
        if (breaks.isDue) await breaks.take();
      }
      order.progress(comparison.events);
    }
  };
  await takeAll(examinedIn(log, examination));
  // An event may have been erased while the log was read. The event that erased it, or its seal, may have been too new to be read.
  if (comparison.missesSome()) await takeAll(examinedAfter(log, comparison.readUpTo, examination));
  // The whole log is read again only if something is missing, because most logs are intact.
  if (comparison.missesSome())
    for await (const event of log.readAll(0)) comparison.takeAgain(event.stream, examine(event, examination));
  return comparison.end();
}

/** Without hashes, the results contain whole events, which are too long to send between threads. */
async function* examinedIn(
  log: Pick<LogToVerify, 'readAll' | 'readParts'>,
  examination: Examination,
): AsyncGenerator<Iterable<ExaminedEvent>> {
  const prefixes = allPrefixes(examination.realmId);
  if (!examination.isHashed || !log.readParts) yield* examinedAfter(log, 0, examination);
  else for await (const part of log.readParts<ExaminedEvent[]>(examinationModule, examination, prefixes)) yield part;
}

/** A start also reads the events that are not recorded. */
async function* examinedAfter(
  log: Pick<LogToVerify, 'readAll'>,
  after: number,
  examination: Examination,
): AsyncGenerator<Iterable<ExaminedEvent>> {
  for await (const event of log.readAll(after, allPrefixes(examination.realmId))) yield [examine(event, examination)];
}
