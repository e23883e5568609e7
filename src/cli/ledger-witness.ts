import { open, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { keptOneByOne } from '../audit/kept-checkpoints.ts';
import { Breaks, gathered } from '../define/breaks.ts';
import { isMissing } from '../folders.ts';
import { NoteRefused } from '../ledger/signed-note.ts';
import type { DataOf } from '../vocabulary/events/index.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { realmNamed } from './accounts.ts';
import { defineTask } from './subcommand.ts';
import { isSystemError } from './system-error.ts';

const Input = z.object({ file: z.string(), realm: z.string().optional() });

/** Appends the newest checkpoints to a file, which should be kept on another machine. `verbatim verify --checkpoint` reads it. */
export const ledgerWitness = defineTask({
  name: 'ledger witness',
  summary: 'Append the newest checkpoint of each organization to a file that is kept elsewhere; for cron',
  options: { file: { type: 'string' }, realm: { type: 'string' } },
  word: 'file',
  paths: ['file'],
  help: {
    file: 'the file, which is made where there is none',
    realm: "the organization's subdomain (default: all organizations)",
  },
  input: Input,
  async perform({ services, log }, { file, realm }: z.infer<typeof Input>) {
    const wanted = realm === undefined ? [...services.state.realms.keys()] : [realmNamed(services, realm)];
    const standing = new Set(await standingIn(file));
    const lines: string[] = [];
    const notes: string[] = [];
    for (const realmId of wanted) {
      const newest = await log.readStream(logStream.ledger(realmId), { direction: 'backward', limit: 4 });
      const seal = newest.find(({ type }) => type === 'LedgerSealed');
      if (!seal) continue;
      const { checkpoint, size } = seal.data as DataOf<'LedgerSealed'>;
      lines.push(`realm_id=${realmId} size=${size} ${standing.has(checkpoint) ? 'kept=already' : 'kept=now'}`);
      if (!standing.has(checkpoint)) notes.push(`${checkpoint}\n`);
    }
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

async function standingIn(file: string): Promise<string[]> {
  try {
    const kept = await gathered(keptOneByOne(await readFile(file, 'utf8')), new Breaks());
    return kept.map(({ note }) => note);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error instanceof NoteRefused || isSystemError(error) ? new NoteRefused(`${file}: ${error.message}`) : error;
  }
}
