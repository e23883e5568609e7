import { z } from 'zod';
import { importFrom } from '../audit/import.ts';
import { assertFile } from './given-file.ts';
import { everySecond, longTask } from './long-task.ts';
import { defineTask } from './subcommand.ts';

const atOnceMax = 500;

export const importHistory = defineTask({
  name: 'import',
  makesData: true,
  summary: 'Import the organizations of an exported file; run again after an interruption, it continues',
  options: {
    file: {
      type: 'string',
      help: 'a file that `verbatim export` wrote; nothing is imported unless the whole file is intact',
    },
  },
  word: 'file',
  paths: ['file'],
  input: z.object({ file: z.string() }),
  perform: longTask('import', async ({ services, log, caughtUp }, { file }, notify) => {
    await assertFile('file', file);
    const application = {
      log,
      caughtUp,
      now: services.eventTime,
      fingerprints: services.secrets.fingerprints,
      atOnceMax,
      keepsOrder: services.config.eventLog === 'embedded',
    };
    const { organizations, appended, found } = await importFrom(application, file, everySecond(notify));
    return [
      `organizations=${organizations.map(({ subdomain }) => subdomain).join(',')}`,
      `events_imported=${appended}`,
      `events_already_here=${found}`,
    ];
  }),
});
