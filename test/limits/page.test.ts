import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { limitTable } from '../../src/vocabulary/limits.ts';
import { limitsPage, pageFile } from '../support/limits-page.ts';
import { overHttp } from './over-http.ts';

const title = /\bit\(\s*(?:'[^']*'|"[^"]*"|`[^`]*`)/g;

/** The words in the titles of all tests. */
function wordsOfTitles(): Set<string> {
  const folder = resolve(import.meta.dirname, '..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('openapi-clients'),
  );
  const titles = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').match(title) ?? []);
  return new Set(titles.flatMap((one) => one.match(/\w+/g) ?? []));
}

describe('the table of limits', () => {
  const names = Object.values(limitTable).flatMap((table) => Object.keys(table));

  it('is shown in docs/limits.md (`node --import=tsx test/support/limits-page.ts` writes it)', () => {
    expect(readFileSync(pageFile, 'utf8')).to.equal(limitsPage());
  });

  it('has each limit once', () => {
    expect(names).to.have.length(new Set(names).size);
  });

  it('has only limits that a test reaches and exceeds: in over-http.ts, or a test with the name of the limit in its title', () => {
    const named = wordsOfTitles();
    expect(names.filter((name) => !named.has(name) && !(name in overHttp))).to.deep.equal([]);
  });
});
