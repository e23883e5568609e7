import { open, stat } from 'node:fs/promises';
import { z } from 'zod';
import { newestSeal, whyNotContinued } from '../audit/continued-ledger.ts';
import { type KeptCheckpoint, keptOneByOne } from '../audit/kept-checkpoints.ts';
import { Breaks, gathered } from '../define/breaks.ts';
import { unlessMissing } from '../folders.ts';
import type { Services } from '../http/services.ts';
import { checkpointIn } from '../ledger/checkpoint.ts';
import { inBase64 } from '../ledger/hashing.ts';
import { NoteRefused, readNote, verifierIn } from '../ledger/signed-note.ts';
import { ledgerKeysOf } from '../queries/ledger.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { realmNamed } from './accounts.ts';
import type { Application } from './application.ts';
import { textOfFile } from './given-file.ts';
import { defineTask } from './subcommand.ts';

const Input = z.object({ file: z.string(), realm: z.string().optional() });

/**
 * Appends the newest checkpoints to a file, which should be kept on another machine. Before that, each ledger must continue the newest
 * checkpoint that the file has of it. `verbatim verify --checkpoint` reads the file.
 */
export const ledgerWitness = defineTask({
  name: 'ledger witness',
  oneIsAnAnswer: true,
  summary:
    'Append the newest checkpoint of each organization to a file that is kept elsewhere, unless its ledger does not continue the last one there; for cron',
  options: { file: { type: 'string' }, realm: { type: 'string' } },
  word: 'file',
  paths: ['file'],
  help: {
    file: 'the file, which is made where there is none',
    realm: "the organization's subdomain (default: all organizations)",
  },
  input: Input,
  async perform({ services, log }, { file, realm }: z.infer<typeof Input>, tell) {
    const wanted = realm === undefined ? [...services.state.realms.keys()] : [realmNamed(services, realm)];
    const kept = await keptIn(file);
    await assertOwn(services, file, kept);
    const standing = new Set(kept.map(({ note }) => note));
    const lines: string[] = [];
    const notes: string[] = [];
    const whys: string[] = [];
    for (const realmId of wanted) {
      const { why, seal } = await compared({ services, log }, realmId, kept, file);
      if (why !== undefined) whys.push(why);
      if (!seal) continue;
      const { checkpoint, size } = seal.data;
      lines.push(`realm_id=${realmId} size=${size} ${standing.has(checkpoint) ? 'kept=already' : 'kept=now'}`);
      if (!standing.has(checkpoint)) notes.push(`${checkpoint}\n`);
    }
    for (const why of whys) tell(`verbatim: ${why}; nothing was appended`);
    if (whys.length > 0) return { lines: [], exit: 1 };
    const handle = await open(file, 'a', 0o644);
    try {
      await handle.appendFile(notes.join(''));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return lines;
  },
});

/** The newest batch, and why it does not continue the newest checkpoint that was kept of the ledger. */
async function compared(
  { services, log }: Pick<Application, 'services' | 'log'>,
  realmId: RealmId,
  kept: readonly KeptCheckpoint[],
  file: string,
) {
  const [began, ...later] = await keysOf(services, realmId);
  const last = newestOf(kept, began?.origin);
  const seal = await newestSeal(log, realmId);
  if (!last || !began) return { seal, why: undefined };
  const named = ({ size, root }: Pick<KeptCheckpoint, 'size' | 'root'>) => `size=${size} root=${inBase64(root)}`;
  const standsInFile = `the checkpoint in line ${last.line} of ${file} (${named(last)})`;
  if (!seal) return { seal, why: `realm_id=${realmId}: nothing is sealed, but there is ${standsInFile}` };
  const present = checkpointIn(readNote(seal.data.checkpoint).text);
  const keys = [began, ...later].map(({ key }) => verifierIn(key));
  const ledger = { keys, isImported: began.previous !== undefined };
  const why = await whyNotContinued(log, seal, present.root, last, ledger);
  return {
    seal,
    why: why && `realm_id=${realmId}: the ledger (${named(present)}) does not continue ${standsInFile}: ${why}`,
  };
}

const keysOf = (services: Services, realmId: RealmId) => services.read((view) => ledgerKeysOf(view, realmId));

/** The checkpoint of the largest tree; the last of several. */
const newestOf = (kept: readonly KeptCheckpoint[], origin: string | undefined): KeptCheckpoint | undefined =>
  kept
    .filter((one) => one.origin === origin)
    .reduce<KeptCheckpoint | undefined>((newest, one) => (newest && newest.size > one.size ? newest : one), undefined);

/** A ledger with another name would otherwise never be compared with what was kept of the organization. */
async function assertOwn(services: Services, file: string, kept: readonly KeptCheckpoint[]): Promise<void> {
  if (kept.length === 0) return;
  const origins = new Set<string | undefined>();
  for (const realmId of services.state.realms.keys()) origins.add((await keysOf(services, realmId))[0]?.origin);
  const foreign = kept.find(({ origin }) => !origins.has(origin));
  if (foreign)
    throw new WrongValue(
      'file',
      `${file}: the checkpoint in line ${foreign.line} is of ${foreign.origin}, which is not here`,
    );
}

async function keptIn(file: string): Promise<readonly KeptCheckpoint[]> {
  const found = await stat(file).catch(unlessMissing);
  if (!found) return [];
  // A pipe would never end.
  if (!found.isFile()) throw new WrongValue('file', `${file} is not a file`);
  const text = await textOfFile('file', file);
  try {
    return await gathered(keptOneByOne(text), new Breaks());
  } catch (error) {
    if (error instanceof NoteRefused) throw new WrongValue('file', `${file}: ${error.message}`);
    throw error;
  }
}
