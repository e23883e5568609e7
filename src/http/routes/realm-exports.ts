/** Exports of what every member may read, for administrators. */
import { z } from 'zod';
import { deleteRealmExport } from '../../../commands/realm-export/delete-realm-export.ts';
import { downloadRealmExport } from '../../../commands/realm-export/download-realm-export.ts';
import { requestRealmExport } from '../../../commands/realm-export/request-realm-export.ts';
import { Lines } from '../../define/endpoint.ts';
import { realmExportsFor } from '../../queries/realm-exports.ts';
import { isAdmin } from '../../state/directory.ts';
import { RealmExportId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { endedAt } from '../../vocabulary/realm-exports.ts';
import { RealmExport } from '../../wire/realm-export.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { openStreams } from '../request/open-streams.ts';
import { pathId } from '../request/parameters.ts';
import { exceeded } from '../request/rate-limit.ts';
import { ndjson } from '../response/lines.ts';
import { publicRecordLines } from './shared/public-record-lines.ts';

const exportId = described(pathId(RealmExportId), 'The id of the export.', 1);
const example = {
  id: 1,
  export_time: 1_795_876_440.123,
  acting_user_id: 11,
  export_url: '/api/v1/export/realm/1/file',
  deleted_timestamp: null,
  failed_timestamp: null,
  pending: false,
};

const postExport = defineChange({
  id: 'requestRealmExport',
  route: 'POST /export/realm',
  summary: 'Request an export of the organization',
  description:
    'Creates an export of what every member may read: users, public streams, and their messages. It can be downloaded until it expires, some days later. Administrators only. The request is recorded.',
  commands: [requestRealmExport],
  handle: (call, services) => services.run(requestRealmExport, {}, call),
});

const getExports = defineEndpoint({
  id: 'getRealmExports',
  route: 'GET /export/realm',
  summary: 'List the exports of the organization',
  description: 'Returns the newest exports by id, including expired and deleted ones. Administrators only.',
  response: z.object({ exports: z.array(RealmExport) }),
  example: { exports: [example] },
  refusals: ['administrator-required'],
  handle: ({ realmId, userId }, services) =>
    services.read(async (view) => ({
      exports: await realmExportsFor(view, { realmId, userId, now: services.eventTime() }),
    })),
});

const deleteExport = defineChange({
  id: 'deleteRealmExport',
  route: 'DELETE /export/realm/:export_id',
  summary: 'Delete an export of the organization',
  description: 'Deletes an export. It can no longer be downloaded, and a running download ends. Administrators only.',
  parameters: z.object({ export_id: exportId }),
  commands: [deleteRealmExport],
  handle: (call, services) => services.run(deleteRealmExport, { realmExportId: call.parameters.export_id }, call),
});

const open = openStreams(limits.realmExportsReadAtOnceMax);

const getFile = defineEndpoint({
  id: 'downloadRealmExport',
  route: 'GET /export/realm/:export_id/file',
  summary: 'Download an export of the organization',
  description:
    'Returns one JSON object per line: the organization, its users as members see them, its public streams, and the messages in them, all as they are at the time of the download. The last line marks the end and has the counts: if it is missing, the download was cut off. Administrators only. The request is recorded before anything is read. The download ends if the caller ceases to be an administrator.',
  changesState: true,
  parameters: z.object({ export_id: exportId }),
  response: z.object({}),
  raw: { type: ndjson, example: '{"object":"end","users":3,"streams":1,"messages":42}\n' },
  example: {},
  commands: [downloadRealmExport],
  errors: [exceeded(1)],
  handle: (call, services) =>
    open(`${call.realmId}`, call.gone(), async () => {
      const { realmId, userId, parameters } = call;
      const id = parameters.export_id;
      await services.run(downloadRealmExport, { realmExportId: id }, call);
      return new Lines(() =>
        publicRecordLines(realmId, services, () => {
          const { directory, realmExports } = services.realm(realmId);
          const one = realmExports.byId.get(id);
          const account = directory.accounts.get(userId);
          const isThere = one !== undefined && endedAt(one, services.eventTime()) === undefined;
          return isThere && call.isStillKnown() && account?.active === true && isAdmin(account);
        }),
      );
    }),
});

export const realmExports = [postExport, getExports, deleteExport, getFile];
