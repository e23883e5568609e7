/** The trail: what was done in the organization, by whom and to what, with the values before it. */
import { z } from 'zod';
import { countsOf } from '../../queries/trail/counts.ts';
import { cursorOf } from '../../queries/trail/filter.ts';
import { movesAlong, movesInSteps } from '../../queries/trail/moves-along.ts';
import { recordsIn } from '../../queries/trail/records.ts';
import { documentOf } from '../../queries/trail/select.ts';
import { limits } from '../../vocabulary/limits.ts';
import { trailKey } from '../../vocabulary/trail/keys.ts';
import { objectTypes } from '../../vocabulary/trail/row.ts';
import { actions } from '../../vocabulary/trail/table.ts';
import { TrailAction, TrailRecord } from '../../wire/trail.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { trailRecordExample } from '../openapi/trail-example.ts';
import { openStreams } from '../request/open-streams.ts';
import { invalid } from '../request/parameter-errors.ts';
import { boolean, converted, count, quotable } from '../request/parameters.ts';
import { forAuditors, forAuditorsAndOwners, reasonParameter } from '../request/privileged.ts';
import { exceeded } from '../request/rate-limit.ts';
import { ndjson } from '../response/lines.ts';
import { ProblemError } from '../response/problem.ts';
import { notFound } from '../response/problem-of.ts';
import { linesAnswer, pageAnswer } from './shared/trail-answers.ts';
import {
  assertOfLog,
  eventId,
  filterOf,
  filterParameters,
  hiddenFrom,
  messageOf,
  objectOf,
} from './shared/trail-parameters.ts';
import { timeRangesOf } from './shared/trail-time-ranges.ts';

const cursor = described(
  converted(cursorOf).optional(),
  'Where to continue: `next_cursor` of the last answer.',
  '4211.0.',
);
const limit = described(
  count().pipe(z.int().min(1).max(limits.trailRecordsMax)).default(100),
  `How many records, 1 to ${limits.trailRecordsMax}.`,
  100,
);

const ledger = z.object({
  size: z.int().describe('Number of leaves of the newest sealed tree'),
  sealed: z.boolean().describe('Whether all records of the answer have leaves in it'),
});

const pageFields = {
  records: z.array(TrailRecord),
  next_cursor: z.string().nullable().describe('Null: this is the last page'),
  ledger,
  complete: z.boolean().describe('False: moves of the message together with others may be missing'),
};
const pageExample = {
  records: [trailRecordExample],
  next_cursor: '4211.0.',
  ledger: { size: 4200, sealed: false },
  complete: true,
};

const open = openStreams(limits.trailStreamsMax);

const getEvents = defineEndpoint({
  id: 'getAuditEvents',
  route: 'GET /audit/events',
  summary: 'Search the trail',
  description:
    'Returns what was done in the organization, with the values before and after. For auditors and owners; only auditors can read what people wrote, with a reason. With `Accept: application/x-ndjson` it returns one record per line without a limit, and a last line that marks the end; with `follow` the answer stays open and new records follow. The request is recorded first.',
  privileged: ({ include_content }) => (include_content ? forAuditors : forAuditorsAndOwners),
  parameters: z.object({
    ...filterParameters,
    cursor,
    order: described(
      z.enum(['asc', 'desc']).optional(),
      'Oldest first (`asc`) or newest first (`desc`, the default).',
      'desc',
    ),
    limit,
    follow: described(
      boolean().default(false),
      'With NDJSON: the answer stays open, and new records follow. Requires oldest first, and no `until`.',
      true,
    ),
  }),
  response: z.object(pageFields),
  example: pageExample,
  lines: '{"end":true,"count":0,"next_cursor":null,"complete":true}\n',
  errors: [exceeded(1)],
  searches: true,
  async handle(call, services) {
    const { parameters, headers, realmId } = call;
    const { follow, order = follow ? 'asc' : 'desc' } = parameters;
    const asLines = headers.accept?.includes(ndjson) ?? false;
    if (follow && parameters.until !== undefined)
      throw new ProblemError(invalid('follow and until cannot be used together'));
    if (follow && !asLines) throw new ProblemError(invalid(`follow needs Accept: ${ndjson}`));
    if (follow && order === 'desc') throw new ProblemError(invalid('order must be asc with follow'));
    const movesOf = movesInSteps();
    const wanted = {
      filter: (view: Parameters<typeof filterOf>[0]) => {
        assertOfLog(view, parameters.cursor);
        return filterOf(view, realmId, call.userId, services, parameters, movesOf);
      },
      direction: order === 'asc' ? ('ascending' as const) : ('descending' as const),
      from: parameters.cursor,
      content: parameters.include_content,
    };
    if (!asLines) return pageAnswer(call, services, wanted, parameters.limit);
    // Invalid parameters are refused before the first line is written.
    await services.read(wanted.filter);
    return open(`${realmId}.${call.userId}`, call.gone(), () => linesAnswer(call, services, wanted, follow));
  },
});

const getEvent = defineEndpoint({
  id: 'getAuditEvent',
  route: 'GET /audit/events/:event_id',
  summary: 'Get an event of the trail',
  description: 'Returns one event. With a reason, auditors also get what people wrote in it. For auditors and owners.',
  privileged: (_parameters, { isAuditor, reason }) =>
    isAuditor && reason !== null ? forAuditors : forAuditorsAndOwners,
  parameters: z.object({
    event_id: described(eventId(), 'The id of the event.', trailRecordExample.id),
    reason: reasonParameter,
  }),
  response: z.object({ record: TrailRecord }),
  example: { record: trailRecordExample },
  errors: [notFound],
  handle: ({ realmId, userId, parameters, admitted }, services) =>
    services.read(async (view) => {
      const found = await documentOf(view, realmId, parameters.event_id);
      const hidden = hiddenFrom(services, realmId, userId) ?? [];
      const isHidden = found && 'keys' in found && hidden.some((type) => found.keys.includes(trailKey.event(type)));
      if (!found || isHidden) throw new ProblemError(notFound);
      const records = recordsIn(view, realmId, { events: services.events, content: admitted?.content ?? false });
      return { record: await records.of(found) };
    }),
});

const getCounts = defineEndpoint({
  id: 'getAuditCounts',
  route: 'GET /audit/events/counts',
  summary: 'Count events of the trail',
  description:
    'Returns how many events of each action match the filters, in intervals of equal length between two moments.',
  privileged: ({ include_content }) => (include_content ? forAuditors : forAuditorsAndOwners),
  parameters: z.object({
    ...filterParameters,
    buckets: described(
      count().pipe(z.int().min(1).max(limits.countedStretchesMax)).default(1),
      `The number of intervals, 1 to ${limits.countedStretchesMax}.`,
      30,
    ),
  }),
  response: z.object({
    buckets: z.array(z.object({ since: z.string(), until: z.string(), counts: z.record(z.string(), z.int()) })),
    complete: z
      .boolean()
      .describe('False: there were too many to count them all, or moves of the message may be missing'),
  }),
  example: {
    buckets: [
      { since: '2026-11-01T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z', counts: { 'message.sent': 4711 } },
    ],
    complete: true,
  },
  searches: true,
  handle: ({ realmId, userId, parameters, charge }, services) =>
    services.read(async (view) => {
      const filter = await filterOf(view, realmId, userId, services, parameters);
      const stretches = await timeRangesOf(view, realmId, filter, parameters.buckets, services.eventTime());
      charge(Math.floor(parameters.buckets / 20));
      const { counts, complete } = await countsOf(view, realmId, filter, stretches);
      const buckets = stretches.map(({ since, until }, index) => ({
        since: new Date(since.at).toISOString(),
        until: new Date(until.at).toISOString(),
        counts: counts[index] ?? {},
      }));
      return { buckets, complete: complete && filter.moves?.complete !== false };
    }),
});

const getActions = defineEndpoint({
  id: 'getAuditActions',
  route: 'GET /audit/actions',
  summary: 'List the actions of the trail',
  description: 'Returns all actions of the trail, each with its event type.',
  privileged: () => forAuditorsAndOwners,
  parameters: z.object({ reason: reasonParameter }),
  response: z.object({ actions: z.array(TrailAction) }),
  example: {
    actions: [
      {
        action: 'message.edited',
        object_type: 'message',
        event: 'MessageEdited',
        schema_version: 1,
        description: 'The text of a message was changed',
      },
    ],
  },
  handle: async () => ({
    actions: actions.map(({ action, objectType, event, schemaVersion, description }) => ({
      action,
      object_type: objectType,
      event,
      schema_version: schemaVersion,
      description,
    })),
  }),
});

const getObject = defineEndpoint({
  id: 'getAuditObject',
  route: 'GET /audit/objects/:object_type/:object_id',
  summary: 'Get the history of an object',
  description:
    'Returns everything that was done to an object, oldest first. To a message also belong the moves of other messages that took it along; those of deleted messages are not known, unless a legal hold keeps the message and auditors ask for content.',
  privileged: ({ include_content }) => (include_content ? forAuditors : forAuditorsAndOwners),
  parameters: z.object({
    object_type: described(z.enum(objectTypes), 'The type of the object.', 'message'),
    object_id: described(
      quotable(z.string().min(1).max(100)),
      'The id of the object. For a topic: `<stream id>:<topic>`.',
      '4711',
    ),
    include_content: filterParameters.include_content,
    reason: reasonParameter,
    cursor,
    limit,
  }),
  response: z.object(pageFields),
  example: pageExample,
  errors: [notFound],
  searches: true,
  async handle(call, services) {
    const { object_type: type, object_id: id, include_content: content, cursor: from, limit } = call.parameters;
    const hidden = hiddenFrom(services, call.realmId, call.userId);
    const filterIn = async (view: Parameters<typeof filterOf>[0]) => {
      assertOfLog(view, from);
      const objects = [objectOf(type, id)];
      const message = messageOf(type, id);
      const moves = message && (await movesAlong(view, call.realmId, message, { events: services.events, content }));
      return { hidden, objects, moves };
    };
    const wanted = { filter: filterIn, direction: 'ascending' as const, from, content };
    const answer = await pageAnswer(call, services, wanted, limit);
    if (answer.records.length === 0 && from === undefined) throw new ProblemError(notFound);
    return answer;
  },
});

export const auditEvents = [getActions, getEvents, getEvent, getCounts, getObject];
