import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import * as limits from '../../src/vocabulary/limits.ts';
import { limitsPage, pageFile } from '../support/limits-page.ts';

describe('the table of limits', () => {
  const rows = Object.assign({}, ...Object.values(limits.limitTable)) as Record<string, { value: number }>;

  it('is shown in docs/limits.md (`node --import=tsx test/support/limits-page.ts` writes it)', () => {
    expect(readFileSync(pageFile, 'utf8')).to.equal(limitsPage());
  });

  it('has a row for each limit that the code uses, and the code its number', () => {
    const numbers = Object.entries(limits).filter(([, value]) => typeof value === 'number');
    const values = Object.entries(rows).map(([name, { value }]) => [name, value]);
    expect(Object.fromEntries(values)).to.deep.equal(Object.fromEntries(numbers));
  });

  it('has each limit once', () => {
    const names = Object.values(limits.limitTable).flatMap((table) => Object.keys(table));
    expect(names).to.have.length(new Set(names).size);
  });
});
