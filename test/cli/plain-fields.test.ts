import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';

type PlainFields = { readonly assigned: (source: string) => string };

const root = resolve(import.meta.dirname, '../..');

describe('the bundle', () => {
  it('assigns the fields of what markdown-it makes, each of them', async () => {
    const { assigned } = (await import(pathToFileURL(resolve(root, 'bin/plain-fields.js')).href)) as PlainFields;
    const source = readFileSync(resolve(root, 'node_modules/markdown-it/dist/markdown-it.mjs'), 'utf8');
    const calls = (text: string): number => text.split('_defineProperty(').length - 1;
    const made = assigned(source);
    // The helper itself stays.
    expect([calls(source) > 50, calls(made)]).to.deep.equal([true, 1]);
    expect(made).to.contain('this.linkLevel = 0;').and.to.contain('MarkdownIt.Token = Token;');
  });
});
