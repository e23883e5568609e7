import { restoreFiles } from '../audit/backup-uploads.ts';
import { manifestIn, restoreFrom } from '../audit/restore.ts';
import { type FillableLog, LogExists } from '../ports/stored-log.ts';
import { withoutKeys } from './backup.ts';
import { makeDataFolder } from './data-folder.ts';
import { lockData } from './data-lock.ts';
import { everySecond } from './long-task.ts';
import { type OwnSubcommand, UsageError } from './subcommand.ts';
import { beginRestore, endRestore, isUnfinishedRestore } from './unfinished-restore.ts';

/** Restores a backup into a data folder without a log. No server can run there, so that this process does it. */
export const restore: OwnSubcommand = {
  name: 'restore',
  summary: 'Check every event of a backup, and make it the log of a data folder that has none',
  options: {
    folder: { type: 'string', help: 'a folder that `verbatim backup` made' },
  },
  word: 'folder',
  paths: ['folder'],
  async run({ config, fillLog, openFiles, print, notify }, { folder }) {
    if (typeof folder !== 'string') throw new UsageError('FOLDER is missing (`verbatim help restore`)');
    if (config.eventLog !== 'embedded')
      throw new UsageError(
        'only the embedded log is restored by this command: use the tools of the event store itself',
      );
    const manifest = await manifestIn(folder);
    await makeDataFolder(config.data);
    const lock = await lockData(config.data);
    try {
      const wasBegun = await isUnfinishedRestore(config.data);
      const openLog = async (bytes: number): Promise<FillableLog> => {
        // This comes first. Otherwise a start could continue with the incomplete log of a killed restore.
        await beginRestore(config.data);
        const log = await fillLog(config, bytes).catch(async (error: unknown) => {
          if (!wasBegun) await endRestore(config.data);
          throw error;
        });
        try {
          const files = await openFiles(config);
          await restoreFiles(folder, manifest.uploads, files);
          await files.close();
          return log;
        } catch (error) {
          await log.discard();
          throw error;
        }
      };
      try {
        await restoreFrom(folder, manifest, openLog, everySecond(notify));
      } catch (error) {
        // While the mark is there, only a restore creates a log.
        if (!(error instanceof LogExists && wasBegun)) throw error;
        print('the previous restore had been completed');
        await endRestore(config.data);
        return;
      }
      await endRestore(config.data);
      const { events, tail, at } = manifest;
      for (const line of [
        `data=${config.data}`,
        `events=${events}`,
        `up_to=${tail}`,
        `backup_of=${at}`,
        `files=${manifest.uploads.files}`,
      ])
        print(line);
      print(withoutKeys);
    } finally {
      await lock.release();
    }
  },
};
