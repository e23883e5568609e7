/** Finds every text, list and map in parameters that its schema does not bound, and asks by which limit it is bounded all the same. */
import { expect } from 'chai';
import { endpoints } from '../../src/http/routes/index.ts';
import { onlyCompared, parameterBounds } from './parameter-bounds.ts';
import { isSchema, type Schema, schemaOf, within } from './schemas.ts';

/** Whether it is a text without a length or a fixed set of values, or a list without a size. */
function isUnbounded(schema: Schema): boolean {
  const types = [schema.type].flat();
  const isShortPattern = schema.pattern !== undefined && /\{\d+,\d+\}\)?\$$/.test(String(schema.pattern));
  const isFixed = schema.enum !== undefined || schema.const !== undefined || schema.format !== undefined;
  return (
    (types.includes('string') && schema.maxLength === undefined && !isFixed && !isShortPattern) ||
    (types.includes('array') && schema.maxItems === undefined && schema.prefixItems === undefined)
  );
}

/** The paths of values without a bound. A map never has one. */
const unbounded = (schema: Schema, path: string): string[] =>
  [...within(schema, path)].flatMap(([at, one]) => [
    ...(isUnbounded(one) ? [at] : []),
    ...(isSchema(one.additionalProperties) ? [`${at}.*`] : []),
  ]);

describe('what callers send', () => {
  const found = endpoints.flatMap(({ id, parameters }) => unbounded(schemaOf(parameters), id));

  it('is bounded by its schema, or by a limit that is named for it', () => {
    const known = new Set([...Object.keys(parameterBounds), ...onlyCompared]);
    expect(found.filter((path) => !known.has(path))).to.deep.equal([]);
  });

  it('is listed here only if its schema does not bound it', () => {
    const all = new Set(found);
    expect([...Object.keys(parameterBounds), ...onlyCompared].filter((path) => !all.has(path))).to.deep.equal([]);
  });
});
