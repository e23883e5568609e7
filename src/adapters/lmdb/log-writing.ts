/** Writes of the embedded log. Only one of them runs at a time (see append-queue.ts). */
import type { AppendResult, StoredEvent } from '../../ports/event-log.ts';
import { type Append, type CurrentStreams, decideBatch } from './append-batch.ts';
import type { Truncation } from './append-queue.ts';
import { commitOutcome } from './commit-outcome.ts';
import type { LogContext } from './log-context.ts';
import { entriesPerChunkMax, type LogFile, openLogFile, type RemovableEntry } from './log-file.ts';
import type { LogCopy } from './log-scrub.ts';
import { removeFile, takeIntoUse } from './numbered-file.ts';
import { writtenEvent } from './stored-event.ts';

type Publish = (batch: () => readonly StoredEvent[], before: number, tail: number) => void;
type WhyNoSpace = (bytes: number) => Promise<string | undefined>;

const currentStreams = (log: LogContext): CurrentStreams => ({
  head: (stream) => log.file.head(stream),
  event(stream, revision) {
    const position = log.file.positionOf(stream, revision);
    return position === undefined ? undefined : log.file.eventOf({ stream, revision, position });
  },
});

type Refusal = { readonly detail: string; readonly cause?: 'disk-full' };

/**
 * The answers for a batch that cannot be written. An append that needs no write, because of a conflict or a repetition, gets its usual
 * answer.
 */
const refuse = (log: LogContext, batch: readonly Append[], { detail, cause }: Refusal): AppendResult[] => {
  const refused: AppendResult = { ok: false, reason: 'unavailable', detail, ...(cause && { cause }) };
  return batch.map((append) => {
    const { placed, answers } = decideBatch([append], currentStreams(log), log.tail);
    const [answer] = answers;
    return answer === undefined || placed.length > 0 ? refused : answer;
  });
};

/** Resolves when the batch is durable and followers have received it, or when nothing was written. */
export const commitBatch = async (
  log: LogContext,
  batch: readonly Append[],
  whyNoSpace: WhyNoSpace,
  publish: Publish,
): Promise<readonly AppendResult[]> => {
  log.assertSound();
  const { placed, answers } = decideBatch(batch, currentStreams(log), log.tail);
  const last = placed.at(-1);
  if (last === undefined) return answers;
  const refusal = await whyNoSpace(batch.reduce((sum, { bytes }) => sum + bytes, 0));
  if (refusal !== undefined) return refuse(log, batch, { detail: refusal, cause: 'disk-full' });
  const outcome = await commitOutcome(log.file.write(placed));
  log.file.refresh();
  if (!outcome.durable) {
    // Readers see the batch, although it may not be on the disk. Neither a success nor a refusal would be true.
    if (log.file.has(last.position)) throw log.fatal(new Error(`flush failed: ${outcome.detail}`));
    return refuse(log, batch, outcome);
  }
  const before = log.tail;
  log.tail = last.position;
  publish(() => placed.map(({ json, position }) => writtenEvent(json, position)), before, log.tail);
  return answers;
};

/** `assertRoom` throws if there is not enough space to remove this many entries. */
export const truncateStreams = async (
  log: LogContext,
  batch: readonly Truncation[],
  assertRoom: (entries: number) => Promise<void>,
): Promise<void> => {
  log.assertSound();
  for (let entries = removable(log.file, batch); entries.length > 0; entries = removable(log.file, batch)) {
    await assertRoom(entries.length);
    const outcome = await commitOutcome(log.file.truncate(entries, log.tail));
    log.file.refresh();
    if (outcome.durable) continue;
    const error = new Error(`truncating ${batch.map(({ stream }) => stream).join(', ')}: ${outcome.detail}`);
    throw entries.some(({ position }) => log.file.has(position)) ? error : log.fatal(error);
  }
};

/** The entries that are still to be removed, as many as fit into one transaction. */
function removable(file: LogFile, batch: readonly Truncation[]): RemovableEntry[] {
  const found = new Map<number, RemovableEntry>();
  for (const { stream, before } of batch) {
    const head = file.head(stream);
    if (head === undefined) continue;
    const limit = entriesPerChunkMax - found.size;
    if (limit <= 0) break;
    for (const entry of file.revisions(stream, { backward: false, from: 0, limit }))
      if (entry.revision < before && (entry.revision !== head || file.has(entry.position)))
        found.set(entry.position, { ...entry, isHead: entry.revision === head });
  }
  return [...found.values()];
}

/** Finishes a scrub: the copy replaces the file in use. */
export const swapFile = async (log: LogContext, copy: LogCopy): Promise<void> => {
  log.assertSound();
  const next = await copy.finish(log.tail);
  try {
    const old = log.file;
    await takeIntoUse(next);
    log.file = openLogFile(next.whole, { durable: true });
    await old.close();
    await removeFile(old.path);
  } catch (error) {
    // The next start may already open the new file. Events that are written to the old file from now on would be lost.
    throw log.fatal(error);
  }
};
