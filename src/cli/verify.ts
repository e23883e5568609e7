import { z } from 'zod';
import { registeredBy } from '../audit/export-scope.ts';
import { type FileFinding, type VerifiedFiles, verifyFiles } from '../audit/file-verification.ts';
import type { Finding } from '../audit/finding.ts';
import { type KeptCheckpoint, keptCheckpoints } from '../audit/kept-checkpoints.ts';
import { verifyLedger } from '../audit/verification.ts';
import { NoteRefused } from '../ledger/signed-note.ts';
import type { LogToVerify } from '../ports/log-to-verify.ts';
import type { DataOf } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { noOrganization } from './accounts.ts';
import { requireDataFolder, requireLog } from './data-folder.ts';
import { textOfFile } from './given-file.ts';
import { everySecond } from './long-task.ts';
import { warningsOnly } from './service-logger.ts';
import { type CommandContext, type OwnSubcommand, UsageError } from './subcommand.ts';
import { whileNobodyWrites } from './while-nobody-writes.ts';
import { wholeNumber } from './whole-number.ts';

const Input = z.object({
  realm: z.string().optional(),
  checkpoint: z.string().optional(),
  from: wholeNumber.default(0),
  files: z.literal(true).optional(),
  json: z.literal(true).optional(),
});

/**
 * Compares every event with its leaf, every leaf with the tree, and the tree with its signatures and with a kept checkpoint. It reads the
 * log itself, whether or not a server is running, and folds nothing, because a server may not start on a log that somebody changed.
 */
export const verify: OwnSubcommand = {
  name: 'verify',
  oneIsAnAnswer: true,
  summary: 'Compare every event with the ledger; exit code 0: intact, 1: changed or missing, 2: not verified',
  options: {
    realm: { type: 'string', help: "the organization's subdomain (default: all organizations)" },
    checkpoint: { type: 'string', help: 'a file with one or more checkpoints that were kept elsewhere' },
    from: {
      type: 'string',
      help: 'the index of the first leaf whose event is compared; the tree is checked from its beginning',
    },
    files: {
      type: 'boolean',
      help: 'also read every uploaded file, emoji, avatar and finished export for review, and compare it with its hash in the log',
    },
    json: { type: 'boolean', help: 'findings and results as JSON, one a line' },
  },
  paths: ['checkpoint'],
  async run(context, values) {
    const { config, openLogToVerify, openFilesToRead, notify } = context;
    const input = Input.parse(values);
    await requireDataFolder(config.data);
    await requireLog(config);
    const kept = input.checkpoint === undefined ? [] : await keptIn(input.checkpoint);
    const opened = () => openLogToVerify(config, warningsOnly, whileNobodyWrites(config.data, notify));
    const files = input.files && (await openFilesToRead(config));
    const log = await opened();
    try {
      const verifiesFiles: VerifiesFiles | undefined = files && ((...of) => verifyFiles(log, opened, files, ...of));
      return await verified(log, verifiesFiles, input, kept, context);
    } finally {
      await files?.close();
      await log.close();
    }
  },
};

type Input = z.infer<typeof Input>;
type VerifiesFiles = (realmId: RealmId, progress: (files: number) => void) => Promise<VerifiedFiles>;

/** Resolves with the exit code. */
async function verified(
  log: LogToVerify,
  verifiesFiles: VerifiesFiles | undefined,
  { realm, from, json }: Input,
  kept: readonly KeptCheckpoint[],
  { print, notify }: CommandContext,
): Promise<number> {
  const organizations = await organizationsIn(log);
  const wanted = [...organizations].filter(([, subdomain]) => realm === undefined || subdomain === realm);
  if (realm !== undefined && wanted.length === 0) throw noOrganization(realm, organizations.values());
  if (wanted.length === 0) throw new UsageError('there is no organization in the log: nothing was verified');
  const origins = new Map<RealmId, string>();
  for (const realmId of organizations.keys()) origins.set(realmId, await originOf(log, realmId));
  const exits = new Set<0 | 1 | 2>();
  const sizes: number[] = [];
  for (const [realmId, name] of wanted) {
    const origin = origins.get(realmId) ?? '';
    const progress = everySecond(notify);
    const others = [...organizations.keys()].filter((other) => other !== realmId);
    const result = await verifyLedger(log.without?.(others) ?? log, {
      realmId,
      kept: kept.filter((one) => one.origin === origin),
      from,
      found: (finding) => print(json ? JSON.stringify({ realm_id: realmId, ...finding }) : lineOf(finding)),
      progress: (events) => progress('verified', events),
      now: Date.now,
    });
    const { size, root, events, counts } = result;
    const ofFiles = await verifiesFiles?.(realmId, (read) => progress('compared', read, 'files'));
    for (const finding of ofFiles?.findings ?? []) print(json ? jsonOfFile(realmId, finding) : lineOfFile(finding));
    for (const why of ofFiles?.unread ?? []) notify(`verbatim: ${why}`);
    const exit = exitOf([result.exit, ofFiles?.findings.length ? 1 : 0, ofFiles?.unread.length ? 2 : 0]);
    exits.add(exit);
    sizes.push(size);
    const { CHANGED: changed, MISSING: missing, UNSEALED: unsealed, ERASED: erased } = counts;
    const ofEvents = { realm: name, origin, size, root, events, changed, missing, unsealed, erased };
    const summary = { ...ofEvents, ...(ofFiles && countsOf(ofFiles)), exit };
    print(
      json
        ? JSON.stringify(summary)
        : Object.entries(summary)
            .map(([field, value]) => `${field}=${value}`)
            .join(' '),
    );
  }
  const requested = wanted.map(([realmId]) => origins.get(realmId) ?? '');
  const uncovered = [...whyUncompared(kept, [...origins.values()], requested), ...whyBeyond(from, sizes)];
  for (const why of uncovered) notify(`verbatim: ${why}`);
  return exitOf([...exits, uncovered.length > 0 ? 2 : 0]);
}

/** A change that was found (1) is reported before a failure to verify (2). */
const exitOf = (exits: readonly (0 | 1 | 2)[]): 0 | 1 | 2 => (exits.includes(1) ? 1 : exits.includes(2) ? 2 : 0);

/**
 * Why kept checkpoints show nothing about the requested organization. The same file may also contain those of other organizations in the
 * log.
 */
function whyUncompared(
  kept: readonly KeptCheckpoint[],
  origins: readonly string[],
  requested: readonly string[],
): string[] {
  const foreign = kept.find(({ origin }) => !origins.includes(origin));
  if (foreign) return [`the checkpoint is of ${foreign.origin}, which is not verified here`];
  const isCompared = kept.length === 0 || kept.some(({ origin }) => requested.includes(origin));
  return isCompared ? [] : [`no checkpoint that was kept is of ${requested.join(' or ')}`];
}

/** Nothing is compared if no ledger has reached the index yet. */
const whyBeyond = (from: number, sizes: readonly number[]): string[] =>
  from > 0 && sizes.every((size) => from > size) ? [`--from ${from}: no ledger has so many leaves`] : [];

const lineOf = ({ kind, index, event, by, why }: Finding): string =>
  [
    by === undefined ? kind : `ERASED by ${by}`,
    ...(index === null ? [] : [`index=${index}`]),
    ...(event === null ? [] : [`event=${event}`]),
    ...(why === undefined ? [] : [`(${why})`]),
  ].join(' ');

const jsonOfFile = (realmId: RealmId, { kind, key, fileId, id, position }: FileFinding): string =>
  JSON.stringify({ realm_id: realmId, kind, index: null, event: id, position, file: key, file_id: fileId });

const lineOfFile = ({ kind, key, fileId, id, position }: FileFinding): string =>
  `${kind} file=${key}${fileId === null ? '' : ` file_id=${fileId}`} event=${id} position=${position}`;

function countsOf({ files, findings }: VerifiedFiles) {
  const changed = findings.filter(({ kind }) => kind === 'CHANGED').length;
  return { files, changed_files: changed, missing_files: findings.length - changed };
}

/**
 * The registered organizations with their subdomains, and those that have a ledger although their registration was changed or removed. The
 * latter are found because ids are consecutive.
 */
async function organizationsIn(log: LogToVerify): Promise<ReadonlyMap<RealmId, string>> {
  const found = new Map<RealmId, string>();
  for (const event of await log.readStream(logStream.server(), { limit: Number.MAX_SAFE_INTEGER })) {
    const registered = registeredBy(event);
    if (Number.isSafeInteger(registered?.realmId))
      found.set(registered?.realmId as RealmId, String(registered?.subdomain));
  }
  for (let id = 1; id <= found.size + 1; id += 1) {
    const realmId = id as RealmId;
    if (!found.has(realmId) && (await beginningOf(log, realmId))) found.set(realmId, '');
  }
  return found;
}

const beginningOf = async (log: LogToVerify, realmId: RealmId) =>
  (await log.readStream(logStream.ledger(realmId), { limit: 1 }))[0];

/** The name of the ledger. If there is none yet, a text that no checkpoint names. */
async function originOf(log: LogToVerify, realmId: RealmId): Promise<string> {
  const began = await beginningOf(log, realmId);
  const { origin } = (began?.data ?? {}) as Partial<DataOf<'LedgerBegan'>>;
  return began?.type === 'LedgerBegan' && typeof origin === 'string' ? origin : `(no ledger of ${realmId})`;
}

async function keptIn(path: string): Promise<KeptCheckpoint[]> {
  const text = await textOfFile('checkpoint', path);
  try {
    const kept = keptCheckpoints(text);
    if (kept.length === 0) throw new WrongValue('checkpoint', `${path} holds no checkpoint`);
    return kept;
  } catch (error) {
    if (error instanceof NoteRefused) throw new WrongValue('checkpoint', `${path}: ${error.message}`);
    throw error;
  }
}
