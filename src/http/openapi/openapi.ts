/** The API's own description (OpenAPI 3.1), generated from the declarations that the server uses. */
import { z } from 'zod';
import { Breaks } from '../../define/breaks.ts';
import { refusesUnknown, type TextAnswer, tags } from '../../define/endpoint.ts';
import { serviceVersion } from '../../vocabulary/versions.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { pathParameters } from '../request/strict.ts';
import { prefix } from '../routing.ts';
import { type Json, Schemas } from './json-schema.ts';
import { describeParameters } from './parameters.ts';
import { Errors, responsesOf } from './responses.ts';

/** The endpoints, together with the one that answers the description. */
export const withDescription = (endpoints: readonly AnyEndpoint[]): readonly AnyEndpoint[] => [
  ...endpoints,
  openapiEndpoint(endpoints),
];

export function openapiEndpoint(endpoints: readonly AnyEndpoint[]): AnyEndpoint {
  const described = async (): Promise<TextAnswer> =>
    Object.freeze({ body: `${JSON.stringify(await openapi([...endpoints, own]))}\n` });
  let answer: Promise<TextAnswer> | undefined;
  const declared = defineEndpoint({
    id: 'getDescription',
    route: 'GET /openapi.json',
    summary: 'Get this description',
    description: 'Returns this description of the API, in the format OpenAPI 3.1.',
    access: 'anyone',
    tagged: true,
    bare: true,
    response: z.looseObject({ openapi: z.string() }),
    example: { openapi: '3.1.0' },
    handle: () => {
      answer ??= described();
      return answer;
    },
  });
  const own: AnyEndpoint = { ...declared, tag: 'Server' };
  return own;
}

/**
 * Takes breaks between the endpoints, because a young process needs some hundred milliseconds for all of them. `strict`: answers have no
 * fields other than the declared ones. That is only true of this version.
 */
export async function openapi(endpoints: readonly AnyEndpoint[], { strict = false } = {}): Promise<Json> {
  const breaks = new Breaks();
  const schemas = new Schemas(strict);
  const errors = new Errors();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    if (breaks.isDue) await breaks.take();
    const path = endpoint.path.replace(/:([a-z_]+)/g, '{$1}');
    const operations = paths[path] ?? {};
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint, schemas, errors);
    paths[path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Verbatim',
      version: serviceVersion,
      summary: 'Team chat that can prove what was said',
      description:
        'Parameters are accepted in the query and in the body of every method. A body is a JSON object, a urlencoded form or a multipart form. In queries and forms, lists and objects are JSON text. Clients must use the `code` of an error, not its `msg`. Answers may have more fields in later versions.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: prefix }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ basic: [] }],
    paths,
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'E-mail address and API key' },
        webhookKey: { type: 'apiKey', in: 'query', name: 'api_key', description: 'API key of the bot that posts' },
      },
      schemas: { ...sorted(schemas.components), ...errors.components },
    },
  };
}

const sorted = (components: Record<string, Json>): Record<string, Json> =>
  Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));

const security = { anyone: [], user: [{ basic: [] }], key: [{ webhookKey: [] }] };

const unknownRefused = 'Unknown parameters are refused with a 400.';

const operationOf = (endpoint: AnyEndpoint, schemas: Schemas, errors: Errors): Json => ({
  operationId: endpoint.id,
  tags: [endpoint.tag],
  summary: endpoint.summary,
  description: refusesUnknown(endpoint) ? `${endpoint.description} ${unknownRefused}` : endpoint.description,
  security: security[endpoint.access],
  ...describeParameters(endpoint, new Set(pathParameters(endpoint.path)), schemas),
  responses: responsesOf(endpoint, schemas, errors),
});
