import { z } from 'zod';
import { importFrom } from '../audit/import.ts';
import { everySecond, longTask } from './long-task.ts';
import { defineTask } from './subcommand.ts';

const Input = z.object({ file: z.string() });

/** The embedded log takes appends in the order in which they are asked for; no other one promises it. */
const atOnceMaxOf = (eventLog: string): number => (eventLog === 'embedded' ? 500 : 1);

/** Brings what `export` wrote into this log. */
export const importHistory = defineTask({
  name: 'import',
  summary: 'Bring the organizations of an exported file into this log; asked again, goes on where it was cut off',
  options: { file: { type: 'string' } },
  word: 'file',
  paths: ['file'],
  help: { file: 'what `verbatim export` wrote; nothing of it is imported unless all of it is intact' },
  input: Input,
  perform: longTask('import', async ({ services, log, caughtUp }, { file }: z.infer<typeof Input>, tell) => {
    const application = {
      log,
      caughtUp,
      now: services.now,
      fingerprint: services.secrets.fingerprint,
      atOnceMax: atOnceMaxOf(services.config.eventLog),
    };
    const { organizations, appended, found } = await importFrom(application, file, everySecond(tell));
    return [
      `organizations=${organizations.map(({ subdomain }) => subdomain).join(',')}`,
      `events_imported=${appended}`,
      `events_already_here=${found}`,
    ];
  }),
});
