/** Replay over HTTP: the changes that each event of the organization made to the read models, and the client events. */
import { z } from 'zod';
import { UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { momentOf } from '../../vocabulary/moment.ts';
import { Step } from '../../wire/replay.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { trailRecordExample } from '../openapi/trail-example.ts';
import { assertNoLook, namedMoment } from '../past/named-moment.ts';
import { whileAuditor } from '../past/while-auditor.ts';
import { openStreams } from '../request/open-streams.ts';
import { invalid } from '../request/parameter-errors.ts';
import { converted, count, pathId } from '../request/parameters.ts';
import { forAuditors, reasonParameter } from '../request/privileged.ts';
import { exceeded } from '../request/rate-limit.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { registrationParameters, wantedEvents } from './shared/registration.ts';

const noUser: Problem = { status: 404, msg: 'No such user' };

/** How many steps count as one request, because each is folded and read separately. */
const stepsPerRequest = 10;

const getSteps = defineEndpoint({
  id: 'getReplaySteps',
  route: 'GET /audit/replay/steps',
  summary: 'Step through events',
  description:
    'Returns the events after a moment. Each has the documents of read models before and after it, and the client events that it caused. What was erased since is left out. For auditors, with a reason. The request is recorded.',
  privileged: () => forAuditors,
  parameters: z.object({
    from: described(
      converted(momentOf).optional(),
      'Only events after this moment: ISO 8601, `position:N`, the id of an event, or `next` of the last answer. Default: from the first event.',
      '2026-11-22T14:34:00Z',
    ),
    limit: described(
      count().pipe(z.int().min(1).max(limits.stepsMax)).default(20),
      `How many events at most, 1 to ${limits.stepsMax}.`,
      20,
    ),
    reason: reasonParameter,
  }),
  response: z.object({
    steps: z.array(Step),
    next: z.string().nullable().describe('The `from` of the next request; null: there are no further events yet'),
  }),
  example: {
    steps: [
      {
        event: trailRecordExample,
        changes: [{ model: 'channels', id: '1.3', before: { name: 'design' }, after: { name: 'product design' } }],
        more_changes: 0,
        client_events: [
          {
            type: 'stream',
            scope: { kind: 'viewers', channelId: 3, public: true },
            body: { kind: 'plain', fields: { op: 'update', property: 'name', value: 'product design' } },
          },
        ],
        more_client_events: 0,
      },
    ],
    next: 'position:4211',
  },
  async handle({ realmId, parameters: { from, limit }, charge, gone }, services) {
    assertNoLook(services, 'from');
    const moment = from && (await namedMoment(services, realmId, 'from', from));
    const { steps, next } = await services.pasts.steps({ realmId, moment, limit, charge, gone: gone() });
    charge(Math.floor(steps.length / stepsPerRequest));
    return { steps: [...steps], next: next === undefined ? null : `position:${next}` };
  },
});

const { apply_markdown, client_gravatar, slim_presence, all_public_streams, client_capabilities, event_types, narrow } =
  registrationParameters;

const getClientEvents = defineEndpoint({
  id: 'getClientEvents',
  route: 'GET /audit/users/:user_id/client-events',
  summary: 'Get the client events of a user',
  description:
    'Returns the client events, with their ids, that an event queue of a user with these options would have received between two moments. They are computed by the code that serves queues. What was erased since is left out, and so are presence and typing, which are not kept. Whether a client received them is not known. For auditors, with a reason. The request is recorded.',
  privileged: () => forAuditors,
  parameters: z.object({
    user_id: described(pathId(UserId), 'The id of the user.', 10),
    since: described(
      converted(momentOf),
      'Only events after this moment: ISO 8601, `position:N`, or the id of an event.',
      '2026-11-22',
    ),
    until: described(
      converted(momentOf).optional(),
      'Only events up to this moment, including it. Default: now.',
      '2026-11-22T14:34:00Z',
    ),
    event_types,
    narrow,
    apply_markdown,
    all_public_streams,
    client_gravatar,
    slim_presence,
    client_capabilities,
    cursor: described(
      converted(momentOf).optional(),
      'Where to continue: `next_cursor` of the last answer.',
      'position:4211',
    ),
    limit: described(
      count().pipe(z.int().min(1).max(limits.auditListMax)).default(100),
      `How many events, 1 to ${limits.auditListMax}. What one event of the log tells is not divided, so there may be some more.`,
      100,
    ),
    reason: reasonParameter,
  }),
  response: z.object({
    events: z.array(z.record(z.string(), z.unknown())).describe('As `GET /events` returns them'),
    next_cursor: z.string().nullable().describe('Null: this is the last page'),
  }),
  example: {
    events: [{ type: 'stream', op: 'delete', streams: [], id: 4312064 }],
    next_cursor: 'position:4211',
  },
  errors: [noUser],
  async handle({ realmId, client, parameters, charge, gone }, services) {
    assertNoLook(services, 'since');
    const { user_id: userId, since, until, cursor, limit } = parameters;
    if (!services.realm(realmId).directory.accounts.has(userId)) throw new ProblemError(noUser);
    const from = await (cursor
      ? namedMoment(services, realmId, 'cursor', cursor)
      : namedMoment(services, realmId, 'since', since));
    const last = until ? (await namedMoment(services, realmId, 'until', until)).position : Number.MAX_SAFE_INTEGER;
    // Two times are compared as times. Event times do not strictly increase along the log, so that their positions may be in the other
    // order.
    const isBefore = until?.kind === 'time' && since.kind === 'time' ? until.at < since.at : last < from.position;
    if (isBefore) throw new ProblemError(invalid('until is before since'));
    const end = Math.max(last, from.position);
    const { texts, next } = await services.pasts.clientEvents({
      realmId,
      userId,
      moment: from,
      until: end,
      limit,
      charge,
      gone: gone(),
      options: wantedEvents(parameters, client),
    });
    charge(Math.floor(texts.length / stepsPerRequest));
    return {
      events: texts.map((text) => JSON.parse(text) as Record<string, unknown>),
      next_cursor: next === undefined ? null : `position:${next}`,
    };
  },
});

const downloads = openStreams(limits.historyDownloadsMax);

const getExport = defineEndpoint({
  id: 'exportHistory',
  route: 'GET /audit/replay/export',
  summary: 'Download the history for a replay',
  description:
    'Returns the events of the organization up to a moment, as NDJSON in the format of `verbatim export`. `verbatim replay --export` can step through it on any computer, without a server. What was erased is left out. Tokens of files and passwords in addresses of bots are replaced, so the file cannot be used to prove anything or to move an organization. For auditors, with a reason. The request is recorded.',
  privileged: () => forAuditors,
  parameters: z.object({
    until: described(
      converted(momentOf).optional(),
      'Only events up to this moment, including it. Default: now.',
      '2026-11-22T14:34:00Z',
    ),
    reason: reasonParameter,
  }),
  response: z.object({}),
  raw: { type: 'application/x-ndjson', example: '' },
  example: {},
  errors: [exceeded(1)],
  async handle(call, services) {
    const { realmId, charge } = call;
    const gone = call.gone();
    const { until } = call.parameters;
    assertNoLook(services, 'until');
    const moment = until ?? { kind: 'time' as const, at: services.eventTime() };
    const upTo = await namedMoment(services, realmId, 'until', moment);
    return downloads(String(realmId), gone, async () =>
      whileAuditor(await services.pasts.exported({ realmId, upTo, charge, gone }), call, services),
    );
  },
});

export const replay = [getSteps, getClientEvents, getExport];
