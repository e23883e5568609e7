/** Legal holds: data that must not leave the log, whoever deletes it. */
import { z } from 'zod';
import { changeHold } from '../../../commands/hold/change-hold.ts';
import { endHold } from '../../../commands/hold/end-hold.ts';
import { placeHold } from '../../../commands/hold/place-hold.ts';
import { pagesWithBreaks } from '../../define/breaks.ts';
import { deletedUnder, holdPlacedBy, holdsOf } from '../../queries/holds.ts';
import { HoldFinder } from '../../state/holds.ts';
import type { MessageFacts } from '../../vocabulary/events/holds.ts';
import { ChannelId, type HoldId, HoldId as HoldIdSchema, type RealmId, UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { Hold } from '../../wire/hold.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { auditRequestOf } from '../request/idempotency-key.ts';
import { isoTime, isoTimeOrNull } from '../request/iso-time.ts';
import { json, pathId, quotable } from '../request/parameters.ts';
import { forAuditorsWithReason, reasonOf, reasonParameter } from '../request/privileged.ts';
import type { Services } from '../services.ts';
import { listParameters } from './shared/list-parameters.ts';

const userIds = described(
  json(z.array(UserId)).optional(),
  'The custodians. The hold covers messages that one of them sent, that were addressed to one of them, or that were sent to a stream to which one of them was subscribed.',
  [10, 11],
);
const streamIds = described(
  json(z.array(ChannelId)).optional(),
  'The hold covers messages that were ever in one of these streams.',
  [7],
);
const sinceText = 'Only messages sent at or after this time (ISO 8601 with an offset, or a date).';
const untilText = 'Only messages sent before this time.';
const holdId = described(pathId(HoldIdSchema), 'The id of the hold.', 1);
const example = {
  id: 1,
  name: 'Acme v. Example',
  reason: 'Case 4711',
  user_ids: [10],
  stream_ids: [],
  since: '2026-01-01T00:00:00.000Z',
  until: null,
  placed_by: 11,
  placed_at: '2026-11-22T14:34:00.123Z',
  ended_by: null,
  ended_at: null,
};

const getHolds = defineEndpoint({
  id: 'getHolds',
  route: 'GET /audit/holds',
  summary: 'List legal holds',
  description: 'Returns all legal holds by id, including ended ones. For auditors. The request is recorded.',
  privileged: () => forAuditorsWithReason,
  parameters: z.object({ ...listParameters, reason: reasonParameter }),
  response: z.object({ holds: z.array(Hold), next_cursor: z.int().nullable() }),
  example: { holds: [example], next_cursor: null },
  handle: ({ realmId, parameters: { cursor = 0, limit = 100 } }, services) =>
    services.read((view) => holdsOf(view, realmId, { cursor, limit })),
});

const postHold = defineEndpoint({
  id: 'placeHold',
  route: 'POST /audit/holds',
  summary: 'Place a legal hold',
  description:
    'Places a legal hold on messages. If a message under a hold is deleted, it is hidden from everybody but auditors, and its content is kept. Erasures of it are refused. For auditors.',
  idempotent: true,
  parameters: z.object({
    name: described(quotable(), 'The name of the hold.', 'Acme v. Example'),
    user_ids: userIds,
    stream_ids: streamIds,
    since: described(isoTime().optional(), sinceText, '2026-01-01'),
    until: described(isoTime().optional(), untilText, '2026-07-01T00:00:00Z'),
    reason: reasonParameter,
  }),
  response: z.object({
    id: z.int(),
    already_deleted: z
      .int()
      .describe('How many messages in its scope were deleted before. These deletions are not undone.'),
  }),
  example: { id: 1, already_deleted: 0 },
  commands: [placeHold],
  async handle(call, services) {
    const { name, user_ids = [], stream_ids = [], since = null, until = null } = call.parameters;
    const input = { name, reason: reasonOf(call) ?? '', userIds: user_ids, channelIds: stream_ids, since, until };
    const request = auditRequestOf(call, 'placeHold', input);
    const { result } = await services.run(placeHold, { ...input, request }, call);
    const id = await services.read((view) => holdPlacedBy(view, call.realmId, result.eventId));
    if (id === undefined) throw new Refused({ code: 'hold-missing' });
    const already_deleted = await countDeleted(services, call.realmId, id, call.charge);
    return { id, already_deleted };
  },
});

/** Counts page by page, so that no request waits for all pages. */
async function countDeleted(
  services: Pick<Services, 'read' | 'realm'>,
  realmId: RealmId,
  holdId: HoldId,
  charge: (requests: number) => void,
): Promise<number> {
  const finder = new HoldFinder(services.realm(realmId));
  const isUnder = (message: MessageFacts): boolean => finder.over(message).includes(holdId);
  const pageBefore = (before: number | undefined) =>
    services.read((view) => deletedUnder(view, realmId, isUnder, before));
  let [total, seen] = [0, 0];
  for await (const page of pagesWithBreaks(pageBefore)) {
    total += page.count;
    seen += page.seen;
    charge(1);
    if (seen >= limits.deletionsCountedMax) break;
  }
  return total;
}

const patchHold = defineChange({
  id: 'updateHold',
  route: 'PATCH /audit/holds/:hold_id',
  summary: 'Change a legal hold',
  description:
    'Changes the name or the scope of a legal hold. Deleted messages that no hold covers any more are removed. For auditors.',
  parameters: z.object({
    hold_id: holdId,
    name: described(quotable().optional(), 'Its new name.', 'Acme v. Example'),
    user_ids: userIds,
    stream_ids: streamIds,
    since: described(isoTimeOrNull().optional(), `${sinceText} \`null\`: no bound.`, '2026-01-01'),
    until: described(isoTimeOrNull().optional(), `${untilText} \`null\`: no bound.`, '2026-07-01'),
    reason: reasonParameter,
  }),
  commands: [changeHold],
  async handle(call, services) {
    const { hold_id, name, user_ids: users, stream_ids: streams, since, until } = call.parameters;
    const wanted = {
      ...(name !== undefined && { name }),
      ...(users && { userIds: users }),
      ...(streams && { channelIds: streams }),
      ...(since !== undefined && { since }),
      ...(until !== undefined && { until }),
    };
    await services.run(changeHold, { holdId: hold_id, reason: reasonOf(call) ?? '', ...wanted }, call);
  },
});

const deleteHold = defineChange({
  id: 'endHold',
  route: 'DELETE /audit/holds/:hold_id',
  summary: 'End a legal hold',
  description: 'Ends a legal hold. Deleted messages that no other hold covers are removed. For auditors.',
  parameters: z.object({ hold_id: holdId, reason: reasonParameter }),
  commands: [endHold],
  handle: (call, services) =>
    services.run(endHold, { holdId: call.parameters.hold_id, reason: reasonOf(call) ?? '' }, call),
});

export const holds = [getHolds, postHold, patchHold, deleteHold];
