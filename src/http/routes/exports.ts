/** Exports for review: request, progress and file. */
import { z } from 'zod';
import { requestExport } from '../../../commands/export/request-export.ts';
import { FileAnswer } from '../../define/endpoint.ts';
import { exportAskedBy, exportFile, exportOf, exportsOf, lastEventAt, stateOf } from '../../queries/exports.ts';
import { isAuditor } from '../../state/audit.ts';
import { exportFormats } from '../../vocabulary/events/exports.ts';
import { ChannelId, ExportId, UserId } from '../../vocabulary/ids.ts';
import { momentOf } from '../../vocabulary/moment.ts';
import { ReviewExport } from '../../wire/export.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { whileAllowed } from '../files/while-allowed.ts';
import { described } from '../openapi/described.ts';
import { heldMessages } from '../past/held-messages.ts';
import { auditRequestOf } from '../request/idempotency-key.ts';
import { isoTime } from '../request/iso-time.ts';
import { invalid } from '../request/parameter-errors.ts';
import { converted, json, pathId } from '../request/parameters.ts';
import { forAuditors, forAuditorsWithReason, reasonOf, reasonParameter } from '../request/privileged.ts';
import { ProblemError } from '../response/problem.ts';
import { notFound } from '../response/problem-of.ts';
import { diskFull } from '../response/refusals.ts';
import { listParameters } from './shared/list-parameters.ts';

const exportId = described(pathId(ExportId), 'The id of the export.', 1);
const example = {
  id: 1,
  state: 'ready' as const,
  progress: null,
  error: null,
  format: 'rsmf' as const,
  reason: 'Case 4711',
  user_ids: [10],
  stream_ids: [],
  topics: [],
  since: '2026-01-01T00:00:00.000Z',
  until: null,
  requested_by: 11,
  requested_at: '2026-11-22T14:34:00.123Z',
  up_to: '019aae2c-5f00-7000-8000-000000000001',
  position: 4211,
  checkpoint_size: 4107,
  messages: 211,
  edits: 19,
  deleted: 2,
  reactions: 30,
  attachments: 4,
  conversations: 12,
  bytes: 348_211,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  completed_at: '2026-11-22T14:35:00.456Z',
  expires_at: '2026-12-22T14:35:00.456Z',
};
const privileged = () => forAuditorsWithReason;
/** A request is accepted only if this many bytes are free. */
const roomBytes = 1024 * 1024;

const postExport = defineEndpoint({
  id: 'requestExport',
  route: 'POST /audit/exports',
  summary: 'Export content for review',
  description:
    'Makes a zip file in the background, with messages up to an event, their versions, reactions, attachments and deletions, and who was subscribed. A message must match all given filters. The same request up to the same event gives the same bytes, until something in it is erased or deleted. For auditors.',
  idempotent: true,
  runsInBackground: true,
  parameters: z.object({
    format: described(
      z.enum(exportFormats),
      'The format: NDJSON, CSV (RFC 4180), e-mails (RFC 5322), or Relativity Short Message Format 2.0.',
      'rsmf',
    ),
    user_ids: described(
      json(z.array(UserId)).optional(),
      'Only messages that one of these users sent, that were addressed to one of them, or that were sent to a stream to which one of them was subscribed.',
      [10, 11],
    ),
    stream_ids: described(
      json(z.array(ChannelId)).optional(),
      'Only messages that were ever in one of these streams.',
      [7],
    ),
    topics: described(
      json(z.array(z.string())).optional(),
      'Only messages that were sent to one of these topics or are there now.',
      ['lunch'],
    ),
    since: described(isoTime().optional(), 'Only messages sent at or after this time.', '2026-01-01'),
    until: described(isoTime().optional(), 'Only messages sent before this time.', '2026-07-01T00:00:00Z'),
    at: described(
      converted(momentOf).optional(),
      'The moment up to which events are included: a time, `position:N` or the id of an event. Default: now.',
      '019aae2c-5f00-7000-8000-000000000001',
    ),
    reason: reasonParameter,
  }),
  response: z.object({ id: z.int(), state: ReviewExport.shape.state }),
  example: { id: 1, state: 'running' },
  commands: [requestExport],
  errors: [diskFull],
  async handle(call, services) {
    const { format, user_ids = [], stream_ids = [], topics = [], since = null, until = null, at } = call.parameters;
    const scope = { userIds: user_ids, channelIds: stream_ids, topics, since, until };
    const reason = reasonOf(call) ?? '';
    const request = auditRequestOf(call, 'requestExport', { format, ...scope, at: at ?? null, reason });
    // A caller without permission learns nothing about existing exports.
    const named = at && isAuditor(services.realm(call.realmId), call.userId) ? at : undefined;
    const upTo = named
      ? await services.read((view) => lastEventAt(view, call.realmId, named, heldMessages(services, call.realmId)))
      : null;
    if (upTo === undefined || (at?.kind === 'time' && at.at > services.eventTime()))
      throw new ProblemError(invalid('at: there is no such moment'));
    await services.exports.assertRoom(roomBytes);
    const { result } = await services.run(requestExport, { format, ...scope, upTo, reason, request }, call);
    const made = await services.read((view) => exportAskedBy(view, call.realmId, result.eventId));
    return { id: made.exportId, state: stateOf(made) };
  },
});

const getExports = defineEndpoint({
  id: 'getExports',
  route: 'GET /audit/exports',
  summary: 'List exports for review',
  description: 'Returns all exports by id. For auditors. The request is recorded.',
  privileged,
  parameters: z.object({ ...listParameters, reason: reasonParameter }),
  response: z.object({ exports: z.array(ReviewExport), next_cursor: z.int().nullable() }),
  example: { exports: [example], next_cursor: null },
  handle: ({ realmId, parameters: { cursor = 0, limit = 100 } }, { read, exportProgress }) =>
    read((view) => exportsOf(view, realmId, { cursor, limit }, (id) => exportProgress.of(realmId, id))),
});

const getExport = defineEndpoint({
  id: 'getExport',
  route: 'GET /audit/exports/:export_id',
  summary: 'Get an export for review',
  description: 'Returns an export, its progress and counts of its content. For auditors. The request is recorded.',
  privileged,
  parameters: z.object({ export_id: exportId, reason: reasonParameter }),
  response: z.object({ export: ReviewExport }),
  example: { export: example },
  refusals: ['export-missing'],
  handle: ({ realmId, parameters }, { read, exportProgress }) =>
    read(async (view) => ({
      export: await exportOf(view, realmId, parameters.export_id, (id) => exportProgress.of(realmId, id)),
    })),
});

const getFile = defineEndpoint({
  id: 'getExportFile',
  route: 'GET /audit/exports/:export_id/file',
  summary: 'Download an export for review',
  description:
    'Returns the zip file, or a range of it (header `Range`). For auditors. The request is recorded. The download ends if the caller ceases to be an auditor.',
  privileged: () => forAuditors,
  parameters: z.object({ export_id: exportId, reason: reasonParameter }),
  response: z.object({}),
  raw: { type: 'application/zip', example: '' },
  presentOnly: true,
  example: {},
  refusals: ['export-missing', 'export-not-ready'],
  errors: [notFound],
  async handle({ realmId, userId, isStillKnown, parameters: { export_id: id } }, services) {
    const { bytes: size, sha256, name } = await services.read((view) => exportFile(view, realmId, id));
    const mayRead = (): boolean => {
      const realm = services.realm(realmId);
      // The export may have been withdrawn in the meantime.
      return isStillKnown() && isAuditor(realm, userId) && realm.exports.byId.has(id);
    };
    return new FileAnswer({ name, type: 'application/zip', size, sha256 }, async (range) => {
      const file = await services.exports.open(realmId, id, range);
      return file && whileAllowed(file, mayRead);
    });
  },
});

export const reviewExports = [postExport, getExports, getExport, getFile];
