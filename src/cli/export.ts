import { z } from 'zod';
import { exportTo } from '../audit/export.ts';
import { realmNamed } from './accounts.ts';
import { everySecond, longTask } from './long-task.ts';
import { defineTask, UsageError } from './subcommand.ts';

const Input = z.object({
  realm: z.string().optional(),
  out: z.string(),
  'up-to': z.coerce.number().int().nonnegative().optional(),
});

/** Writes an organization, or all, as a file that any other log can import. */
export const exportHistory = defineTask({
  name: 'export',
  summary: 'Write an organization, or all, as a file of events; asked again, goes on where it was cut off',
  options: {
    realm: { type: 'string' },
    out: { type: 'string', default: 'verbatim-export.ndjson' },
    'up-to': { type: 'string' },
  },
  paths: ['out'],
  help: {
    realm: "the organization's subdomain (default: all organizations)",
    out: 'the file (default: verbatim-export.ndjson); while it grows, <file>.partial',
    'up-to': 'position of the log to end at (default: its end); the same position gives the same bytes',
  },
  input: Input,
  perform: longTask('export', async ({ services, log }, { realm, out, 'up-to': upTo }: z.infer<typeof Input>, tell) => {
    const wanted = realm === undefined ? 'all' : realmNamed(services, realm);
    const { importing } = services.state;
    if (wanted === 'all' ? importing.size > 0 : importing.has(wanted))
      throw new UsageError('an import is not finished: it is to be finished first');
    const exported = await exportTo(log, { realm: wanted, path: out, upTo, progress: everySecond(tell) });
    return [
      `file=${out}`,
      `organizations=${exported.organizations.map(({ subdomain }) => subdomain).join(',')}`,
      `events=${exported.events}`,
      `up_to=${exported.upTo}`,
      `sha256=${exported.sha256}`,
    ];
  }),
});
