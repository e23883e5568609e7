/** Finds every text, list and map in parameters that its schema does not bound, and asks by which limit it is bounded all the same. */
import { expect } from 'chai';
import { z } from 'zod';
import { endpoints } from '../../src/http/routes/index.ts';
import { limitTable } from '../../src/vocabulary/limits.ts';
import { onlyCompared, parameterBounds } from './parameter-bounds.ts';

type Schema = Readonly<Record<string, unknown>>;
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

/** The paths of what has no bound: texts without a length or a fixed set of values, lists and maps without a size. */
function unbounded(schema: Schema, path: string): string[] {
  const alternatives = [...schemasIn(schema.anyOf), ...schemasIn(schema.oneOf), ...schemasIn(schema.allOf)];
  if (alternatives.length > 0) return alternatives.flatMap((one) => unbounded(one, path));
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  const types = [schema.type].flat();
  const isShortPattern = schema.pattern !== undefined && /\{\d+,\d+\}\)?\$$/.test(String(schema.pattern));
  const found: string[] = [];
  if (types.includes('string') && schema.maxLength === undefined && schema.format === undefined && !isShortPattern)
    found.push(path);
  if (types.includes('array')) {
    if (schema.maxItems === undefined && schema.prefixItems === undefined) found.push(path);
    for (const item of [...schemasIn(schema.prefixItems), ...schemasIn([schema.items])])
      found.push(...unbounded(item, `${path}[]`));
  }
  if (types.includes('object')) {
    for (const [name, property] of Object.entries(isSchema(schema.properties) ? schema.properties : {}))
      if (isSchema(property)) found.push(...unbounded(property, `${path}.${name}`));
    if (isSchema(schema.additionalProperties)) found.push(`${path}.*`);
  }
  return found;
}

describe('what callers send', () => {
  const found = endpoints.flatMap(({ id, parameters }) =>
    unbounded(z.toJSONSchema(parameters, { io: 'output', unrepresentable: 'any' }) as Schema, id),
  );

  it('is bounded by its schema, or by a limit that is named for it', () => {
    const known = new Set([...Object.keys(parameterBounds), ...onlyCompared]);
    expect(found.filter((path) => !known.has(path))).to.deep.equal([]);
  });

  it('is listed here only if its schema does not bound it, with a limit of the table', () => {
    const all = new Set(found);
    expect([...Object.keys(parameterBounds), ...onlyCompared].filter((path) => !all.has(path))).to.deep.equal([]);
    const limits = new Set(Object.values(limitTable).flatMap((rows) => Object.keys(rows)));
    expect(Object.values(parameterBounds).filter((name) => !limits.has(name))).to.deep.equal([]);
  });
});
