/**
 * Makes an export for review: a zip file of messages, their possible readers and their later changes, up to an event of the log. It
 * includes the checkpoint that covers them, and a manifest. The same events give the same bytes. Memory is bounded, because sorting uses
 * the disk.
 */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkpointIn } from '../ledger/checkpoint.ts';
import { readNote } from '../ledger/signed-note.ts';
import type { ExportFormat, ReviewCounts } from '../vocabulary/events/exports.ts';
import { iso, isoOrNull } from '../vocabulary/iso.ts';
import { limits } from '../vocabulary/limits.ts';
import { archive } from './archive.ts';
import { collect } from './collect.ts';
import type { ReviewOrder } from './facts.ts';
import { csvRenderer } from './formats/csv.ts';
import { emlRenderer } from './formats/eml.ts';
import { ndjsonRenderer } from './formats/ndjson.ts';
import type { Output, Renderer, Rendering } from './formats/renderer.ts';
import { rsmfRenderer } from './formats/rsmf.ts';
import { paced } from './paced.ts';
import { slicesOf, Tally } from './records.ts';
import { Sorter } from './sorter.ts';
import { ReviewRefused, type ReviewSurvey, reviewSurvey, type Source } from './survey.ts';

export type Review = ReviewOrder &
  Source & {
    /** The file in which facts are sorted. It must not exist, and is removed at the end. */
    readonly path: string;
    /** Called before this many bytes are written there. Throws if there is not enough space. */
    readonly room?: (bytes: number) => Promise<void>;
    /** Absent: `exportFilesMax`. */
    readonly filesMax?: number;
    /** Called with the completed share of the work, from 0 to 1. */
    readonly progress?: (share: number) => void;
  };

export type Reviewed = {
  readonly counts: ReviewCounts;
  readonly last: ReviewSurvey['last'];
  readonly checkpointSize: number;
  /** All users and messages that are named in it. */
  readonly users: ReadonlySet<number>;
  readonly messages: Iterable<number>;
};

/** No message is in the scope. */
export class NothingToReview extends ReviewRefused {
  override name = 'NothingToReview';
}

/** There would be more files than an export may have. */
export class TooMuchToReview extends ReviewRefused {
  override name = 'TooMuchToReview';
}

const renderers: Readonly<Record<ExportFormat, (rendering: Rendering) => Renderer>> = {
  ndjson: ndjsonRenderer,
  csv: csvRenderer,
  eml: emlRenderer,
  rsmf: rsmfRenderer,
};

/** The first two of the three passes (two through the log, one through the sorted lines) take about as long as the last one. */
const collectedShare = 0.5;

/**
 * Passes the bytes of the export to `body`. Resolves with a summary of its contents after `body` has. Rejects with ReviewRefused, or with
 * an error of `body` or of the log; then the bytes that `body` got are incomplete.
 */
export async function reviewed(review: Review, body: (bytes: Readable) => Promise<void>): Promise<Reviewed> {
  const survey = await reviewSurvey(review);
  const { path, room, progress, signal } = review;
  const sorter = new Sorter({ path, ...(room && { room }) });
  try {
    const collected = await collect({
      ...review,
      survey,
      sorter,
      looked: (events) => progress?.((collectedShare * events) / Math.max(1, survey.events)),
    });
    if (collected.index.count === 0) throw new NothingToReview('there is no message in it');
    const tally = new Tally();
    const lines = paced(sorter.sorted(), signal);
    const bytes = archive(async (add) => {
      const files: Manifested[] = [];
      const output = manifested(add, files, review.filesMax ?? limits.exportFilesMax);
      const note = checkpointIn(readNote(survey.checkpoint.note).text);
      const renderer = renderers[review.format]({ output, realm: survey.realm, origin: note.origin });
      for await (const slice of slicesOf(lines, collected.conversations)) {
        tally.add(slice);
        await renderer.slice(slice);
        progress?.(collectedShare + ((1 - collectedShare) * tally.counts.messages) / collected.index.count);
      }
      await renderer.end();
      await addManifest(add, review, survey, tally.counts, files);
    });
    try {
      await body(bytes);
    } finally {
      // The writer of what is not read would wait for ever, and in the end those of other exports behind it.
      bytes.destroy();
    }
    const { counts, users } = tally;
    const { last, checkpoint } = survey;
    return { counts, users, last, checkpointSize: checkpoint.size, messages: collected.index.ids() };
  } finally {
    await sorter.discard();
  }
}

type Manifested = { readonly name: string; readonly bytes: number; readonly sha256: string };

const manifested = (add: Output['add'], files: Manifested[], filesMax: number): Output => ({
  async add(name, bytes) {
    // Making them took a while, and so does each of the following steps.
    await nextTurn();
    if (files.length >= filesMax) throw new TooMuchToReview(`it would be more than ${filesMax} files`);
    files.push({ name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    await nextTurn();
    await add(name, bytes);
  },
});

/** The contents depend only on the log and the scope, so that the export can be made again. */
async function addManifest(
  add: Output['add'],
  { format, scope }: Review,
  { realm, last, checkpoint }: ReviewSurvey,
  counts: ReviewCounts,
  files: readonly Manifested[],
): Promise<void> {
  const { realmId } = realm;
  const manifest = {
    format: 'verbatim-review',
    version: 1,
    rendered: format,
    organization: { id: realmId, name: realm.realm.name },
    scope: {
      user_ids: scope.userIds,
      stream_ids: scope.channelIds,
      topics: scope.topics,
      since: isoOrNull(scope.since),
      until: isoOrNull(scope.until),
    },
    up_to: { event: last.id, at: iso(last.at) },
    counts,
    checkpoint: checkpoint.note,
    files,
  };
  await add('checkpoint.txt', Buffer.from(checkpoint.note));
  const sums = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`);
  await add('SHA256SUMS', Buffer.from(sums.join('')));
  await add('manifest.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
}
