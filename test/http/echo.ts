/** Endpoints that echo the parameters they received. */
import { z } from 'zod';
import type { Method } from '../../src/define/endpoint.ts';
import { type AnyEndpoint, defineEndpoint } from '../../src/http/define-endpoint.ts';
import { integer, json, pathId, raw } from '../../src/http/request/parameters.ts';
import { MessageId, UserId } from '../../src/vocabulary/ids.ts';

export const echo = <P extends z.ZodObject>(
  method: Method,
  path: `/${string}`,
  parameters: P,
  more: Partial<Pick<AnyEndpoint, 'body' | 'aliases' | 'access' | 'handle' | 'pollsBy'>> = {},
): AnyEndpoint => ({
  ...defineEndpoint({
    id: `${method}${path}`,
    route: `${method} ${path}`,
    summary: `${method} ${path}`,
    description: 'Answers what was sent.',
    access: 'anyone',
    parameters,
    response: z.looseObject({ method: z.string(), parameters: z.unknown() }),
    example: { method, parameters: {} },
    handle: async (call) => ({ method, path, parameters: call.parameters, client: call.client, json: call.json }),
  }),
  tag: 'Server',
  ...more,
});

export const echoedParameters = z.object({
  content: raw().optional(),
  topic: raw().optional(),
  number: integer().optional(),
  list: json(z.array(z.unknown())).optional(),
});

export const echoes: readonly AnyEndpoint[] = [
  echo('GET', '/things', echoedParameters),
  echo('POST', '/things', echoedParameters, { aliases: { subject: 'topic' } }),
  echo('PATCH', '/things', echoedParameters),
  echo('DELETE', '/things', echoedParameters),
  echo('POST', '/needs', z.object({ content: raw(), number: integer() })),
  echo('GET', '/users/me', z.object({})),
  echo('GET', '/users/:user_id', z.object({ user_id: pathId(UserId) })),
  echo('PATCH', '/users/:user_id', z.object({ user_id: pathId(UserId) })),
  echo('GET', '/users/:email/presence', z.object({ email: raw() })),
  echo('GET', '/messages/:message_id/history', z.object({ message_id: pathId(MessageId) })),
  echo('POST', '/external', z.object({ api_key: raw() }), { body: 'json' }),
];
