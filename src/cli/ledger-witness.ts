import { appendFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { newestSeal, type Seal, whyNotContinued } from '../audit/continued-ledger.ts';
import { type KeptCheckpoint, keptOneByOne } from '../audit/kept-checkpoints.ts';
import { Breaks, collectWithBreaks } from '../define/breaks.ts';
import { unlessMissing } from '../folders.ts';
import type { Services } from '../http/services.ts';
import { checkpointIn } from '../ledger/checkpoint.ts';
import { inBase64 } from '../ledger/hashing.ts';
import { NoteRefused, readNote, verifiedText, verifierIn } from '../ledger/signed-note.ts';
import { ledgerKeysOf } from '../queries/ledger.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { realmNamed } from './accounts.ts';
import type { Application } from './application.ts';
import { textOfFile } from './given-file.ts';
import { defineTask } from './subcommand.ts';
import { isSystemError } from './system-error.ts';

/**
 * Appends the newest checkpoints to a file, which should be kept on another machine. `verbatim verify --checkpoint` reads the file. Nothing
 * is appended for an organization whose ledger does not continue the newest checkpoint that the file has of it. The other organizations do
 * not depend on it.
 */
export const ledgerWitness = defineTask({
  name: 'ledger witness',
  oneIsAnAnswer: true,
  summary:
    'Append the newest checkpoint of each organization to a file that is kept elsewhere, unless its ledger does not continue the last one there; for cron',
  options: {
    file: { type: 'string', help: 'the file, which is created if it does not exist' },
    realm: { type: 'string', help: "the organization's subdomain (default: all organizations)" },
  },
  word: 'file',
  paths: ['file'],
  input: z.object({ file: z.string(), realm: z.string().optional() }),
  async perform({ services, log }, { file, realm }, notify) {
    const wanted = realm === undefined ? [...services.state.realms.keys()] : [realmNamed(services, realm)];
    const kept = await keptIn(file);
    const ledgers = await ledgersOf(services);
    const newest = newestOfEach(kept);
    const keptNotes = new Set(kept.map(({ note }) => note));
    const lines: string[] = [];
    const notes: string[] = [];
    let isContinued = true;
    for (const realmId of wanted) {
      const seal = await newestSeal(log, realmId);
      const keys = ledgers.get(realmId) ?? [];
      const last = newest.get(keys[0]?.origin);
      const why =
        (seal && whyUnsigned(seal, keys)) ?? (last && (await whyUncontinued(log, realmId, seal, last, keys, file)));
      if (why !== undefined) {
        notify(`verbatim: ${why}; nothing was appended for this organization`);
        isContinued = false;
      } else if (seal) {
        const { checkpoint, size } = seal.data;
        lines.push(`realm_id=${realmId} size=${size} ${keptNotes.has(checkpoint) ? 'kept=already' : 'kept=now'}`);
        if (!keptNotes.has(checkpoint)) notes.push(`${checkpoint}\n`);
      }
    }
    try {
      assertOwn(file, kept, ledgers);
      await appendFile(file, notes.join(''), { mode: 0o644, flush: true });
    } catch (error) {
      // A ledger that does not continue the file is worse than a file that cannot be written. So it is the error that is reported.
      const why = error instanceof WrongValue ? error.why : isSystemError(error) ? error.message : undefined;
      if (isContinued || why === undefined) throw error;
      notify(`verbatim: ${why}`);
      return { lines: [], exit: 1 };
    }
    return isContinued ? lines : { lines, exit: 1 };
  },
});

type KeysOfRealm = Awaited<ReturnType<typeof ledgerKeysOf>>;

/** The keys of each organization's ledger, the first one first. Empty if its ledger has not begun. */
const ledgersOf = (services: Services): Promise<ReadonlyMap<RealmId, KeysOfRealm>> =>
  services.read(async (view) => {
    const ledgers = new Map<RealmId, KeysOfRealm>();
    for (const realmId of services.state.realms.keys()) ledgers.set(realmId, await ledgerKeysOf(view, realmId));
    return ledgers;
  });

/** Throws if a checkpoint belongs to none of the ledgers, because nothing would ever be compared with it. */
function assertOwn(file: string, kept: readonly KeptCheckpoint[], ledgers: ReadonlyMap<RealmId, KeysOfRealm>): void {
  const origins = new Set([...ledgers.values()].map(([began]) => began?.origin));
  const foreign = kept.find(({ origin }) => !origins.has(origin));
  if (!foreign) return;
  const of = `the checkpoint in line ${foreign.line} is of ${foreign.origin}, which is not here`;
  throw new WrongValue('file', `${file}: ${of}`);
}

/** For each ledger, the checkpoint with the largest tree. Of several, the last one. */
function newestOfEach(kept: readonly KeptCheckpoint[]): ReadonlyMap<string | undefined, KeptCheckpoint> {
  const newest = new Map<string | undefined, KeptCheckpoint>();
  for (const one of kept) if (one.size >= (newest.get(one.origin)?.size ?? 0)) newest.set(one.origin, one);
  return newest;
}

/** The reason why no key of the ledger signed the checkpoint of a batch. Undefined if one did. */
function whyUnsigned({ realmId, data }: Seal, ledgerKeys: KeysOfRealm): string | undefined {
  try {
    verifiedText(
      data.checkpoint,
      ledgerKeys.map(({ key }) => verifierIn(key)),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof NoteRefused)) throw error;
    return `realm_id=${realmId}: the newest checkpoint of the ledger: ${error.message}`;
  }
}

/** The reason why the newest batch does not continue the newest kept checkpoint of the ledger. Undefined if it does. */
async function whyUncontinued(
  log: Application['log'],
  realmId: RealmId,
  seal: Seal | undefined,
  last: KeptCheckpoint,
  ledgerKeys: KeysOfRealm,
  file: string,
): Promise<string | undefined> {
  const named = ({ size, root }: Pick<KeptCheckpoint, 'size' | 'root'>) => `size=${size} root=${inBase64(root)}`;
  const standsInFile = `the checkpoint in line ${last.line} of ${file} (${named(last)})`;
  if (!seal) return `realm_id=${realmId}: nothing is sealed, but there is ${standsInFile}`;
  const present = checkpointIn(readNote(seal.data.checkpoint).text);
  const keys = ledgerKeys.map(({ key }) => verifierIn(key));
  const ledger = { keys, isImported: ledgerKeys[0]?.previous !== undefined };
  const why = await whyNotContinued(log, seal, present.root, last, ledger);
  return why && `realm_id=${realmId}: the ledger (${named(present)}) does not continue ${standsInFile}: ${why}`;
}

async function keptIn(file: string): Promise<readonly KeptCheckpoint[]> {
  const found = await stat(file).catch(unlessMissing);
  if (!found) return [];
  // A pipe would never end.
  if (!found.isFile()) throw new WrongValue('file', `${file} is not a file`);
  const text = await textOfFile('file', file);
  try {
    return await collectWithBreaks(keptOneByOne(text), new Breaks());
  } catch (error) {
    if (error instanceof NoteRefused) throw new WrongValue('file', `${file}: ${error.message}`);
    throw error;
  }
}
