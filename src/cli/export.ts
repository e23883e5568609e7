import { z } from 'zod';
import { exportTo } from '../audit/export.ts';
import { MoveRefused } from '../audit/export-format.ts';
import type { Services } from '../http/services.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { realmNamed } from './accounts.ts';
import { everySecond, longTask } from './long-task.ts';
import { defineTask } from './subcommand.ts';
import { wholeNumber } from './whole-number.ts';

const withoutFiles =
  'The bytes of uploaded files are not in the export: copy the folder of each organization in the file store, or make a backup.';

const hasFiles = ({ state }: Services, wanted: RealmId | 'all'): boolean =>
  [...state.realms.values()].some(
    ({ realmId, files }) => files.byId.size > 0 && (wanted === 'all' || wanted === realmId),
  );

export const exportHistory = defineTask({
  name: 'export',
  summary: 'Write one organization, or all, to a file of events; run again after an interruption, it continues',
  options: {
    realm: { type: 'string', help: "the organization's subdomain (default: all organizations)" },
    out: {
      type: 'string',
      default: 'verbatim-export.ndjson',
      help: 'the file (default: verbatim-export.ndjson); named <file>.partial until it is complete',
    },
    'up-to': {
      type: 'string',
      help: 'position of the log to end at (default: its end); the same position gives the same bytes',
    },
  },
  paths: ['out'],
  input: z.object({
    realm: z.string().optional(),
    out: z.string(),
    'up-to': wholeNumber.optional(),
  }),
  perform: longTask('export', async ({ services, log }, { realm, out, 'up-to': upTo }, notify) => {
    const wanted = realm === undefined ? 'all' : realmNamed(services, realm);
    const { importing } = services.state;
    if (wanted === 'all' ? importing.size > 0 : importing.has(wanted))
      throw new MoveRefused('an import is not finished: run `verbatim import` with the same file first');
    const exported = await exportTo(log, { realm: wanted, path: out, upTo, progress: everySecond(notify) });
    return [
      `file=${out}`,
      `organizations=${exported.organizations.map(({ subdomain }) => subdomain).join(',')}`,
      `events=${exported.events}`,
      `up_to=${exported.upTo}`,
      `sha256=${exported.sha256}`,
      ...(hasFiles(services, wanted) ? [withoutFiles] : []),
    ];
  }),
});
