import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { limitTable } from '../../src/vocabulary/limits.ts';
import { limitsPage, pageFile } from '../support/limits-page.ts';

describe('the table of limits', () => {
  it('is shown in docs/limits.md (`node --import=tsx test/support/limits-page.ts` writes it)', () => {
    expect(readFileSync(pageFile, 'utf8')).to.equal(limitsPage());
  });

  it('has each limit once', () => {
    const names = Object.values(limitTable).flatMap((table) => Object.keys(table));
    expect(names).to.have.length(new Set(names).size);
  });
});
