import { restoreFiles } from '../audit/backup-uploads.ts';
import { manifestIn, restoreFrom } from '../audit/restore.ts';
import { withoutSecret } from './backup.ts';
import { makeDataFolder } from './data-folder.ts';
import { lockData } from './data-lock.ts';
import { everySecond } from './long-task.ts';
import { type OwnSubcommand, UsageError } from './subcommand.ts';

/** Makes a backup the log of a data folder that has none. No server can run there, so it is done in this process. */
export const restore: OwnSubcommand = {
  name: 'restore',
  summary: 'Make a backup the log of a data folder that has none, after checking every event',
  options: { folder: { type: 'string' } },
  word: 'folder',
  paths: ['folder'],
  help: { folder: 'a folder that `verbatim backup` made' },
  async run({ config, fillLog, openFiles, say, tell }, { folder }) {
    if (typeof folder !== 'string') throw new UsageError('FOLDER is missing (`verbatim help restore`)');
    if (config.eventLog !== 'embedded')
      throw new UsageError(
        'only the embedded log is restored by this command: use the tools of the event store itself',
      );
    const manifest = await manifestIn(folder);
    await makeDataFolder(config.data);
    const lock = await lockData(config.data);
    try {
      const files = await openFiles(config);
      await restoreFiles(folder, manifest.uploads, files);
      await files.close();
      await restoreFrom(folder, manifest, (bytes) => fillLog(config, bytes), everySecond(tell));
      const { events, tail, at } = manifest;
      for (const line of [
        `data=${config.data}`,
        `events=${events}`,
        `up_to=${tail}`,
        `backup_of=${at}`,
        `files=${manifest.uploads.files}`,
      ])
        say(line);
      say(withoutSecret);
    } finally {
      await lock.release();
    }
  },
};
