import { z } from 'zod';
import { backUp } from '../audit/backup.ts';
import { copyFiles } from '../audit/backup-uploads.ts';
import { contentKey } from '../engine/files/contents.ts';
import type { Services } from '../http/services.ts';
import { everySecond, longTask } from './long-task.ts';
import { defineTask } from './subcommand.ts';

/** With the secret, anybody with the backup could sign in. With the key of the ledger, they could sign another history. */
export const withoutKeys =
  'The secret and the key of the ledger are not in the backup: keep VERBATIM_SECRET and VERBATIM_LEDGER_KEY, or the files `secret` and ' +
  '`ledger-key` in the data folder, in another place.';

/** The keys of the organizations' contents in the file store. */
const keysIn = ({ state }: Services): string[] =>
  [...state.realms.values()].flatMap(({ realmId, files }) =>
    [...files.contents.keys()].map((sha256) => contentKey(realmId, sha256)),
  );

export const backup = defineTask({
  name: 'backup',
  summary:
    'Copy the embedded log and the uploaded files to a new folder and compare the copy, event by event; the server may run',
  options: {
    folder: { type: 'string', help: 'a folder that does not exist or is empty; `verbatim restore` takes it' },
  },
  word: 'folder',
  paths: ['folder'],
  input: z.object({ folder: z.string() }),
  perform: longTask('backup', async ({ services, log, files }, { folder }, notify) => {
    const copied = (into: string) => {
      const keys = keysIn(services);
      return copyFiles(files, into, keys, (key) => keysIn(services).includes(key));
    };
    const { events, tail, sha256, uploads, missing } = await backUp(
      log,
      folder,
      everySecond(notify),
      services.now,
      copied,
    );
    for (const key of missing) notify(`missing_or_damaged_file=${key}`);
    if (missing.length > 0)
      notify('verbatim: the backup is complete and can be restored, but without these files, which the store has lost');
    const lines = [
      `folder=${folder}`,
      `events=${events}`,
      `up_to=${tail}`,
      `sha256=${sha256}`,
      `files=${uploads.files}`,
      `file_bytes=${uploads.bytes}`,
      withoutKeys,
    ];
    return { lines, exit: missing.length > 0 ? 1 : 0 };
  }),
});
