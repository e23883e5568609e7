import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type KeptCheckpoint, keptCheckpoints } from '../audit/kept-checkpoints.ts';
import { type Finding, verifyLedger } from '../audit/verification.ts';
import { NoteRefused } from '../ledger/signed-note.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { DataOf } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { realmNamed } from './accounts.ts';
import type { Application } from './application.ts';
import { everySecond } from './long-task.ts';
import { defineTask, type Tell, UsageError } from './subcommand.ts';

const Input = z.object({
  realm: z.string().optional(),
  checkpoint: z.string().optional(),
  from: z.coerce.number().int().nonnegative().default(0),
  json: z.literal(true).optional(),
});

/** Compares every event with its leaf, every leaf with the tree, and the tree with its signatures and a checkpoint that was kept. */
export const verify = defineTask({
  name: 'verify',
  summary: 'Compare every event with the ledger; exit code 0: intact, 1: changed or missing, 2: it could not be told',
  options: {
    realm: { type: 'string' },
    checkpoint: { type: 'string' },
    from: { type: 'string' },
    json: { type: 'boolean' },
  },
  paths: ['checkpoint'],
  help: {
    realm: "the organization's subdomain (default: all organizations)",
    checkpoint: 'a file with one or more checkpoints that were kept elsewhere',
    from: 'the index of the first leaf whose event is compared; the tree is checked from its beginning',
    json: 'findings and results as JSON, one a line',
  },
  input: Input,
  async perform(application, input: z.infer<typeof Input>, tell, print = () => undefined) {
    try {
      return { lines: [], exit: await verified(application, input, tell, print) };
    } catch (error) {
      // Whatever keeps it from the end, nothing was told.
      tell(`verbatim: ${error instanceof Error ? error.message : error}`);
      return { lines: [], exit: 2 };
    }
  },
});

/** The exit code. */
async function verified(
  { services, log }: Application,
  { realm, checkpoint, from, json }: z.infer<typeof Input>,
  tell: Tell,
  print: Tell,
): Promise<number> {
  const { realms } = services.state;
  const wanted = realm === undefined ? [...realms.keys()] : [realmNamed(services, realm)];
  const kept = checkpoint === undefined ? [] : await keptIn(checkpoint);
  const origins = new Map<string, RealmId>();
  for (const realmId of wanted) origins.set(await originOf(log, realmId), realmId);
  const foreign = kept.find(({ origin }) => !origins.has(origin));
  if (foreign) throw new UsageError(`the checkpoint is of ${foreign.origin}, which is not verified here`);
  const exits = new Set<number>();
  for (const [origin, realmId] of origins) {
    const progress = everySecond(tell);
    const result = await verifyLedger(log, {
      realmId,
      kept: kept.filter((one) => one.origin === origin),
      from,
      found: (finding) => print(json ? JSON.stringify({ realm_id: realmId, ...finding }) : lineOf(finding)),
      progress: (events) => progress('verified', events),
      now: services.eventTime,
    });
    const { size, root, events, counts, exit } = result;
    const name = realms.get(realmId)?.realm.subdomain ?? '';
    exits.add(exit);
    const { CHANGED: changed, MISSING: missing, UNSEALED: unsealed, ERASED: erased } = counts;
    const told = { realm: name, origin, size, root, events, changed, missing, unsealed, erased, exit };
    print(
      json
        ? JSON.stringify(told)
        : Object.entries(told)
            .map(([field, value]) => `${field}=${value}`)
            .join(' '),
    );
  }
  return exits.has(1) ? 1 : exits.has(2) ? 2 : 0;
}

const lineOf = ({ kind, index, event, by, why }: Finding): string =>
  [
    by === undefined ? kind : `ERASED by ${by}`,
    ...(index === null ? [] : [`index=${index}`]),
    ...(event === null ? [] : [`event=${event}`]),
    ...(why === undefined ? [] : [`(${why})`]),
  ].join(' ');

/** An organization that has no ledger yet has none of these. */
async function originOf(log: EventLog, realmId: RealmId): Promise<string> {
  const [began] = await log.readStream(logStream.ledger(realmId), { limit: 1 });
  return began?.type === 'LedgerBegan' ? (began.data as DataOf<'LedgerBegan'>).origin : `(no ledger of ${realmId})`;
}

async function keptIn(path: string): Promise<KeptCheckpoint[]> {
  try {
    const kept = keptCheckpoints(await readFile(path, 'utf8'));
    if (kept.length === 0) throw new UsageError(`${path} holds no checkpoint`);
    return kept;
  } catch (error) {
    if (error instanceof NoteRefused || (error instanceof Error && 'syscall' in error))
      throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}
