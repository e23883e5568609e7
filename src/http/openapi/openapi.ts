/** The API's own description (OpenAPI 3.1), written from the declarations that validate it; `GET /openapi.json` shows it. */
import { z } from 'zod';
import { serviceVersion } from '../../vocabulary/versions.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { pathParameters } from '../request/strict.ts';
import { prefix } from '../routing.ts';
import { type Json, schemaOf } from './json-schema.ts';
import { describeParameters } from './openapi-parameters.ts';

export function openapiEndpoint(endpoints: readonly AnyEndpoint[]): AnyEndpoint {
  let body: string | undefined;
  const own: AnyEndpoint = defineEndpoint({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description',
    section: 'Endpoints',
    access: 'anyone',
    tagged: true,
    parameters: z.object({}),
    response: z.looseObject({}),
    refusals: [],
    handle: async () => {
      body ??= `${JSON.stringify(openapi([...endpoints, own]))}\n`;
      return { body };
    },
  });
  return own;
}

export function openapi(endpoints: readonly AnyEndpoint[]): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-z_]+)/g, '{$1}');
    const operations = paths[path] ?? {};
    operations[endpoint.method.toLowerCase()] = operationOf(endpoint);
    paths[path] = operations;
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Verbatim', version: serviceVersion, summary: 'Team chat that can prove what was said' },
    servers: [{ url: prefix }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'basic', description: 'Address and API key' } },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: 'object',
  properties: { result: { const: 'error' }, msg: { type: 'string' }, code: { type: 'string' } },
  required: ['result', 'msg'],
};

const problems = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

function operationOf(endpoint: AnyEndpoint): Json {
  const answer = schemaOf(endpoint.response, 'output');
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
    summary: endpoint.summary,
    tags: [endpoint.section],
    // A key in the address stands among the parameters.
    ...(endpoint.access !== 'user' && { security: [] }),
    ...describeParameters(endpoint, new Set(pathParameters(endpoint.path))),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: successOf(answer) } } },
      ...(endpoint.tagged && { 304: { description: 'What the ETag named in If-None-Match stands for is still so' } }),
      '4XX': {
        description: endpoint.refusals.length > 0 ? `Refused: ${endpoint.refusals.join(', ')}` : 'Refused',
        content: problems,
      },
      '5XX': { description: 'Failed, or unavailable for a while', content: problems },
    },
  };
}

const successOf = (answer: Json): Json => ({
  ...answer,
  properties: { result: { const: 'success' }, msg: { type: 'string' }, ...(answer.properties as Json | undefined) },
  required: ['result', 'msg', ...((answer.required as string[] | undefined) ?? [])],
});
