import { z } from 'zod';
import { backUp } from '../audit/backup.ts';
import { everySecond, longTask } from './long-task.ts';
import { defineTask } from './subcommand.ts';

const Input = z.object({ folder: z.string() });

/** API keys and the hashes of addresses are derived from the secret, so a backup that held it would let its finder sign in. */
export const withoutSecret =
  'The secret is not in the backup: keep VERBATIM_SECRET, or the file `secret` in the data folder, in another place.';

/** Copies the embedded log, while the server runs or not. */
export const backup = defineTask({
  name: 'backup',
  summary: 'Copy the embedded log to a new folder and compare the copy, event by event; the server may run',
  options: { folder: { type: 'string' } },
  word: 'folder',
  paths: ['folder'],
  help: { folder: 'a folder that does not exist or is empty; `verbatim restore` takes it' },
  input: Input,
  perform: longTask('backup', async ({ services, log }, { folder }: z.infer<typeof Input>, tell) => {
    const { events, tail, sha256 } = await backUp(log, folder, everySecond(tell), services.now);
    return [`folder=${folder}`, `events=${events}`, `up_to=${tail}`, `sha256=${sha256}`, withoutSecret];
  }),
});
