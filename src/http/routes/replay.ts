/** Replay over HTTP: what each event of the organization did to the read models, and what clients were told. */
import { z } from 'zod';
import { pastMomentOf } from '../../queries/past-moment.ts';
import { stepsMax } from '../../vocabulary/limits.ts';
import { momentOf } from '../../vocabulary/moment.ts';
import { Step } from '../../wire/replay.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { trailRecordExample } from '../openapi/trail-example.ts';
import { whyNoMoment } from '../past/no-moment.ts';
import { invalid } from '../request/parameter-errors.ts';
import { converted, count } from '../request/parameters.ts';
import { forAuditors, reasonParameter } from '../request/privileged.ts';
import { ProblemError } from '../response/problem.ts';

/** Steps that count as one request: each is folded and read by itself. */
const stepsPerRequest = 10;

const getSteps = defineEndpoint({
  id: 'getReplaySteps',
  method: 'GET',
  path: '/audit/replay/steps',
  tag: 'Audit',
  summary: 'Step through events',
  description:
    'Answers the events after a moment, each with the documents of the read models before and after it, and with what clients are told because of it. What was erased since is left out. For auditors, with a reason. The request is put on record.',
  access: 'user',
  privileged: () => forAuditors,
  parameters: z.object({
    from: described(
      converted(momentOf).optional(),
      'After which moment: ISO 8601, `position:N`, or the id of an event; `next` of the last answer. From the first event where absent.',
      '2026-11-22T14:34:00Z',
    ),
    limit: described(
      count().pipe(z.int().min(1).max(stepsMax)).default(20),
      `How many events at most, 1 to ${stepsMax}.`,
      20,
    ),
    reason: reasonParameter,
  }),
  response: z.object({
    steps: z.array(Step),
    next: z.string().nullable().describe('`from` of the events that follow; null: there are none yet'),
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
  async handle({ realmId, parameters: { from, limit }, charge }, services) {
    if (services.forAuditor)
      throw new ProblemError(invalid('from does not go with a look as of a moment, or as a user'));
    const moment = from && (await services.read((view) => pastMomentOf(view, realmId, from, services.eventTime())));
    if (typeof moment === 'string') throw new ProblemError(invalid(`from ${whyNoMoment[moment]}`));
    const { steps, next } = await services.pasts.steps({ realmId, moment, limit, charge });
    charge(Math.floor(steps.length / stepsPerRequest));
    return { steps: [...steps], next: next === undefined ? null : `position:${next}` };
  },
});

export const replay: readonly AnyEndpoint[] = [getSteps];
