import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect } from 'chai';
import { z } from 'zod';
import * as commands from '../../../commands/index.ts';
import { tags } from '../../../src/define/endpoint.ts';
import { openapi, openapiEndpoint } from '../../../src/http/openapi/openapi.ts';
import { boolean, json, quotable } from '../../../src/http/request/parameters.ts';
import { endpoints } from '../../../src/http/routes/index.ts';
import { schemaErrors } from '../../support/api-description.ts';
import { turnsDuring } from '../../support/turns.ts';
import { echo, echoes } from '../echo.ts';
import { ask, startApp } from '../stub-app.ts';

type Schema = { readonly description?: string; readonly examples?: readonly unknown[]; readonly deprecated?: boolean };
type Media = {
  readonly schema: Schema & { readonly properties?: Record<string, Schema> };
  readonly example?: unknown;
  readonly examples?: Record<string, { readonly value: unknown }>;
};
type Response = { readonly headers?: object; readonly content?: Record<string, Media> };
type Parameter = Schema & {
  readonly name: string;
  readonly example?: unknown;
  readonly content?: Record<string, Media>;
};
type Operation = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Record<string, Media> };
  readonly responses: Record<string, Response>;
};

const sentence = /^[A-Z0-9].+\.$/;

const pathsOf = (document: object) => (document as { paths: Record<string, Record<string, Operation>> }).paths;
const described = await openapi([...endpoints, openapiEndpoint(endpoints)]);
const operations = Object.values(pathsOf(described)).flatMap((path) => Object.values(path));

describe('the description of the API', () => {
  it('is made with breaks, in which other requests are served', async () => {
    expect(await turnsDuring(() => openapi(endpoints))).to.be.above(2);
  });

  it('has the shape of each error with a code, which its examples have', () => {
    type Schemas = Record<string, { readonly properties?: { readonly code?: { readonly const?: unknown } } }>;
    const { schemas } = (described as { components: { schemas: Schemas } }).components;
    const nameOf = (code: unknown) =>
      Object.keys(schemas).find((one) => schemas[one]?.properties?.code?.const === code);
    for (const { responses } of operations)
      for (const { content = {} } of Object.values(responses))
        for (const { value } of Object.values(content['application/json']?.examples ?? {})) {
          const { code } = value as { code?: unknown };
          if (code === undefined) continue;
          const name = nameOf(code);
          expect(name && schemaErrors(['components', 'schemas', name], value), JSON.stringify(value)).to.equal(
            undefined,
          );
        }
  });

  it('has no error of a code that the table in docs/api.md does not list', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../../docs/api.md'), 'utf8');
    const [, rows = ''] = /\n## Errors\n(.*?)\n## /s.exec(page) ?? [];
    const listed = rows.split('\n').flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
    const codes = operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ content = {} }) =>
        Object.values(content['application/json']?.examples ?? {}).flatMap(({ value }) => {
          const { code } = value as { code?: string };
          return code === undefined ? [] : [code];
        }),
      ),
    );
    expect(listed.map(([, code]) => code)).to.include.members([...new Set(codes)]);
  });

  it('needs no authentication, and includes its own endpoint', async () => {
    const app = await startApp(echoes);
    const { status, json: document } = await ask(app, '/api/v1/openapi.json');
    await app.close();
    expect(status).to.equal(200);
    expect(document).to.include({ openapi: '3.1.0' });
    expect(Object.keys(pathsOf(document))).to.include.members(['/things', '/users/{user_id}', '/openapi.json']);
  });

  it('has both forms of an answer that can be lines', () => {
    const { content = {} } = pathsOf(described)['/audit/events']?.get?.responses[200] ?? {};
    expect(content).to.have.all.keys('application/json', 'application/x-ndjson');
  });

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(described));
    expect(valid, JSON.stringify(errors)).to.equal(true);
  });

  it('repeats no choice', () => {
    const repeated: unknown[] = [];
    JSON.stringify(described, (key, value) => {
      const texts = key === 'anyOf' ? (value as unknown[]).map((choice) => JSON.stringify(choice)) : [];
      repeated.push(...texts.filter((text, at) => texts.indexOf(text) < at));
      return value;
    });
    expect(repeated).to.deep.equal([]);
  });

  it('has a unique id and a known tag for each endpoint', () => {
    expect(operations).to.have.length(endpoints.length + 1);
    expect(new Set(operations.map(({ operationId }) => operationId))).to.have.property('size', operations.length);
    for (const { operationId, tags: own } of operations) {
      expect(operationId).to.match(/^[a-z]+([A-Z][a-z]*)*$/);
      expect(own, operationId).to.have.length(1);
      expect(Object.keys(tags)).to.include(own[0]);
    }
  });

  it('contains no internal refusal code and no reference to a document', () => {
    const text = JSON.stringify(described);
    for (const code of Object.values(commands).flatMap(({ refusals }) => refusals))
      expect(text).to.not.contain(`"const":"${code}"`);
    expect(text).to.not.match(/§|\.md\b/);
  });

  for (const [path, methods] of Object.entries(pathsOf(described)))
    for (const [method, operation] of Object.entries(methods))
      it(`${operation.operationId}: everything has a description and a valid example`, () => {
        const fits = (example: unknown, ...keys: string[]): void => {
          expect(example, keys.join(' ')).to.not.equal(undefined);
          expect(schemaErrors(['paths', path, method, ...keys], example), keys.join(' ')).to.equal(undefined);
        };
        expect(operation.summary).to.match(/^[A-Z].+[^.]$/);
        expect(operation.description).to.match(sentence);
        for (const [at, { name, description, example, content }] of (operation.parameters ?? []).entries()) {
          expect(description, name).to.match(sentence);
          const media = content?.['application/json'];
          if (media) fits(media.example, 'parameters', String(at), 'content', 'application/json', 'schema');
          else fits(example, 'parameters', String(at), 'schema');
        }
        for (const [type, { schema }] of Object.entries(operation.requestBody?.content ?? {}))
          for (const [name, { description, examples }] of Object.entries(schema.properties ?? {})) {
            if (operation.tags[0] === 'Incoming webhooks') continue;
            expect(description, name).to.match(sentence);
            fits(examples?.[0], 'requestBody', 'content', type, 'schema', 'properties', name);
          }
        for (const [status, { content }] of Object.entries(operation.responses)) {
          const media = content?.['application/json'];
          if (!media) continue;
          const examples = Object.values(media.examples ?? { example: { value: media.example } });
          expect(examples).to.not.deep.equal([]);
          for (const { value } of examples) fits(value, 'responses', status, 'content', 'application/json', 'schema');
        }
      });

  it('has 401 and 429 with their headers if a key is needed', () => {
    for (const { operationId, security, responses } of operations) {
      const needsKey = security.length > 0;
      // Guesses at passwords and at invitations are limited, too.
      const isGuess = [
        'fetchApiKey',
        'checkInvitation',
        'acceptInvitation',
        'beginSingleSignOn',
        'finishSingleSignOn',
      ].includes(operationId);
      expect('429' in responses, operationId).to.equal(needsKey || isGuess);
      expect('401' in responses, operationId).to.equal(needsKey);
      if (!needsKey) continue;
      expect(responses['401']?.headers).to.have.all.keys('WWW-Authenticate');
      expect(responses['429']?.headers).to.include.keys('Retry-After', 'X-RateLimit-Remaining');
    }
  });

  it('describes parameters in their place: text or JSON in a query, and members of a body', async () => {
    const parameters = z.object({
      names: json(z.array(z.string())),
      flag: boolean().default(true),
      title: quotable().optional(),
    });
    const paths = pathsOf(await openapi([echo('GET', '/a', parameters), echo('POST', '/a', parameters)]));
    const names = { type: 'array', items: { type: 'string' } };
    const inQuery = (paths['/a']?.get?.parameters ?? [])
      .map(({ description: _, ...parameter }) => parameter)
      .filter(({ name }) => !name.includes('-'));
    expect(JSON.parse(JSON.stringify(inQuery))).to.deep.equal([
      { name: 'names', in: 'query', required: true, content: { 'application/json': { schema: names } } },
      { name: 'flag', in: 'query', required: false, schema: { type: 'boolean', default: true } },
      { name: 'title', in: 'query', required: false, schema: { type: 'string' } },
    ]);
    const { content } = paths['/a']?.post?.requestBody ?? { content: {} };
    expect(Object.keys(content)).to.deep.equal([
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ]);
    for (const media of Object.values(content))
      expect(media.schema).to.have.nested.property('properties.names.type', 'array');
    expect(content['multipart/form-data']).to.deep.include({
      encoding: { names: { contentType: 'application/json' } },
    });
  });

  it('marks path parameters, aliases, and endpoints without authentication', async () => {
    const paths = pathsOf(await openapi(echoes));
    expect(paths['/users/{user_id}']?.patch?.parameters?.[0]).to.deep.include({
      name: 'user_id',
      in: 'path',
      required: true,
      schema: { type: 'integer', minimum: 0 },
    });
    const properties = paths['/things']?.post?.requestBody?.content['application/json']?.schema.properties;
    expect(properties?.subject).to.include({ type: 'string', deprecated: true });
    expect(paths['/things']?.get?.security).to.deep.equal([]);
  });
});
