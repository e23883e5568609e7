import { expect } from 'chai';
import { typescriptOf } from '../../../src/http/openapi/typescript.ts';

/** The type of a component with this schema. */
const typeOf = (schema: object): string =>
  /export type X = (.*);/s.exec(
    typescriptOf({ paths: {}, components: { schemas: { X: schema } } }).split('\n\n')[0] ?? '',
  )?.[1] ?? '';

describe('the description of the API as TypeScript', () => {
  const types: [object, string][] = [
    [{ type: 'string' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, '(string | null)'],
    [{ const: 'a' }, '"a"'],
    [{ enum: ['a', 1] }, '"a" | 1'],
    [{ $ref: '#/components/schemas/User' }, 'User'],
    [{ anyOf: [{ type: 'boolean' }, { type: 'null' }] }, '(boolean | null)'],
    [{ oneOf: [{ type: 'number' }] }, '(number)'],
    [{ allOf: [{ type: 'string' }, { $ref: '#/x/Y' }] }, '(string & Y)'],
    [{ type: 'array', items: { type: 'string' } }, 'readonly string[]'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, 'readonly ("a" | "b")[]'],
    [{ type: 'array', items: { type: 'array', items: {} } }, 'readonly (readonly unknown[])[]'],
    [{ type: 'array' }, 'readonly unknown[]'],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      'readonly [string, number]',
    ],
    [{ type: 'object' }, 'Readonly<Record<string, unknown>>'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'Readonly<Record<string, string>>'],
    [
      { type: 'object', properties: { a: { type: 'string' }, 'b-c': {} }, required: ['a'] },
      '{ readonly "a": string; readonly "b-c"?: unknown; }',
    ],
    [{}, 'unknown'],
  ];
  for (const [schema, type] of types)
    it(`${JSON.stringify(schema)} is ${type}`, () => {
      expect(typeOf(schema)).to.equal(type);
    });

  it('has an entry for each operation: parameters of path, query and body, and the answer', () => {
    const json = (schema: object) => ({ content: { 'application/json': { schema } } });
    const text = typescriptOf({
      components: { schemas: {} },
      paths: {
        '/a/{id}': {
          post: {
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
              { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
            ],
            requestBody: json({ type: 'object', properties: { to: { type: 'string', description: 'Where */ to' } } }),
            responses: { 200: json({ $ref: '#/components/schemas/Done' }) },
          },
          get: { parameters: [{ name: 'narrow', ...json({ type: 'array' }) }], responses: {} },
        },
      },
    });
    expect(text).to.include(
      `'POST /a/{id}': { readonly parameters: { readonly "id": number; } & { /** Where * / to */\nreadonly "to"?: string; }; readonly answer: Done };`,
    );
    expect(text).to.include(
      `'GET /a/{id}': { readonly parameters: { readonly "narrow"?: readonly unknown[]; }; readonly answer: unknown };`,
    );
  });
});
