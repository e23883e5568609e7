/** Style as a test: which folder may import which (`test/support/import-table.ts`), how long a file may be, how files are named. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect } from 'chai';
import { rows } from './support/import-table.ts';

const root = resolve(import.meta.dirname, '..');

const linesMax = 300;

/** What is installed or generated below `test/openapi-clients`. */
const foreign = ['node_modules', 'generated'];

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return [join(folder, entry.name)];
    return foreign.includes(entry.name) ? [] : filesUnder(join(folder, entry.name));
  });
const sources = ['src', 'commands', 'projections', 'web/src']
  .flatMap(filesUnder)
  .filter((file) => /\.(tsx?|js)$/.test(file));
const everything = [...sources, ...['test', 'bench', 'examples', 'bin'].filter(exists).flatMap(filesUnder)].filter(
  (file) => /\.(tsx?|js|mjs)$/.test(file),
);

const contentOf = (file: string): string => readFileSync(join(root, file), 'utf8');

function exists(folder: string): boolean {
  return statSync(join(root, folder), { throwIfNoEntry: false }) !== undefined;
}

const rowOf = (file: string): string | undefined =>
  Object.keys(rows)
    .filter((row) => file === row || file.startsWith(`${row}/`))
    .sort((a, b) => b.length - a.length)[0];

const importsOf = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /^\s*(?:import|export)\b[^'"]*?from\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3] ?? '');

describe('tidiness', () => {
  it('gives every source file a row of the import table', () => {
    expect(sources.filter((file) => rowOf(file) === undefined)).to.deep.equal([]);
  });

  it('allows only the imports that a row names', () => {
    const breaches: string[] = [];
    for (const file of sources) {
      const own = rowOf(file);
      const row = own === undefined ? undefined : rows[own];
      if (own === undefined || row === undefined) continue;
      for (const target of importsOf(file)) {
        if (target.startsWith('.')) {
          const imported = relative(root, resolve(root, dirname(file), target));
          const theirs = rowOf(imported);
          if (imported !== 'package.json' && theirs !== own && (theirs === undefined || !row.ours.includes(theirs)))
            breaches.push(`${file} imports ${imported}`);
        } else if (!isAllowed(target, row.packages)) breaches.push(`${file} imports ${target}`);
      }
    }
    expect(breaches).to.deep.equal([]);
  });

  it('names no import in a row that no file of the row has', () => {
    const unused = new Set(
      Object.entries(rows).flatMap(([own, { ours, packages }]) =>
        [...ours, ...packages].map((one) => `${own}: ${one}`),
      ),
    );
    for (const file of sources)
      for (const target of importsOf(file)) {
        const own = rowOf(file) ?? '';
        const named = target.startsWith('.')
          ? rowOf(relative(root, resolve(root, dirname(file), target)))
          : rows[own]?.packages.find((name) => isAllowed(target, [name]));
        unused.delete(`${own}: ${named}`);
      }
    expect([...unused]).to.deep.equal([]);
  });

  it('keeps every file short enough to be read at once', () => {
    const long = everything.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > linesMax + 1);
    expect(long).to.deep.equal([]);
  });

  it('names files in kebab-case', () => {
    const named = /^[a-z0-9]+(-[a-z0-9]+)*((\.slow)?\.test)?\.(d\.ts|tsx?|js|mjs)$/;
    expect(everything.filter((file) => !named.test(file.split('/').at(-1) ?? ''))).to.deep.equal([]);
  });

  it('finds the tests of every command, policy and projection at the mirrored path', () => {
    const declaring = sources.filter((file) => /= (define\w*Command|defineProjection)\b/.test(contentOf(file)));
    const policies = sources.filter((file) => dirname(file) === 'src/policies');
    const subjects = [...declaring.filter((file) => !file.startsWith('src/')), ...policies];
    expect(subjects).to.have.length.above(30);
    const testOf = (file: string) => join('test', file.replace(/^src\//, '').replace(/\.ts$/, '.test.ts'));
    expect(subjects.map(testOf).filter((test) => !exists(test))).to.deep.equal([]);
    // Their frame checks that every refusal is reached.
    const commands = subjects.filter((file) => file.startsWith('commands/')).map(testOf);
    expect(commands.filter((test) => !contentOf(test).includes('\ndescribeCommand('))).to.deep.equal([]);
  });

  it('exports nothing that no other file names', () => {
    const exported = sources
      .filter((file) => !file.startsWith('web/'))
      .flatMap((file) =>
        [...contentOf(file).matchAll(/^export (?:async )?(?:const|function\*?|class|type) ([\w$]+)/gm)].map(
          ([, name = '']) => ({ file, name }),
        ),
      );
    const unnamed = new Set(exported.map(({ file, name }) => `${file}: ${name}`));
    const declaredIn = new Map<string, string[]>();
    for (const { file, name } of exported) declaredIn.set(name, [...(declaredIn.get(name) ?? []), file]);
    for (const file of everything)
      for (const word of new Set(contentOf(file).match(/[\w$]+/g)))
        for (const declaring of declaredIn.get(word) ?? [])
          if (declaring !== file) unnamed.delete(`${declaring}: ${word}`);
    expect([...unnamed]).to.deep.equal([]);
  });

  it('has no reminder of unfinished work and no default export', () => {
    const patterns = [/\bTODO\b|\bFIXME\b/, /^export default/m];
    const found = sources.filter((file) =>
      patterns.some((pattern) => pattern.test(readFileSync(join(root, file), 'utf8'))),
    );
    expect(found).to.deep.equal([]);
  });
});

const isAllowed = (target: string, packages: readonly string[]): boolean =>
  target === 'zod' ||
  packages.some(
    (name) => target === name || (name === 'node:' ? target.startsWith('node:') : target.startsWith(`${name}/`)),
  );
