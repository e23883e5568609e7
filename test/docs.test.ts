/** Documents are true in what a machine can check: every path and every document that they or a comment name is in the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '..');
const tops = ['src', 'commands', 'projections', 'test', 'bench', 'bin', 'examples', 'docs', '.ci', '.github'];

const filesUnder = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.name === 'node_modules'
      ? []
      : entry.isDirectory()
        ? filesUnder(join(folder, entry.name))
        : [join(folder, entry.name)],
  );
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const documents = [...readdirSync(root), ...filesUnder('docs')].filter((file) => file.endsWith('.md'));
const sources = tops
  .filter((top) => existsSync(join(root, top)) && top !== 'docs')
  .flatMap(filesUnder)
  .filter((file) => /\.(ts|js|mjs|sh)$/.test(file));

/** Paths in back quotes that begin with one of our folders; a pattern or a placeholder is none. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:[\w.-]+\/)+[\w.*<>{},-]*)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => tops.includes(path.split('/')[0] ?? '') && !/[*<>{},]/.test(path));

const commentsOf = (file: string): string =>
  read(file)
    .split('\n')
    .filter((line) => /^\s*(\/\*\*?|\*|\/\/)/.test(line))
    .join('\n');

const isThere = (path: string): boolean => existsSync(join(root, path));

describe('documents', () => {
  it('name only files that exist', () => {
    const missing = documents.flatMap((file) =>
      pathsIn(read(file))
        .filter((path) => !isThere(path))
        .map((path) => `${file}: ${path}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('link only to files that exist', () => {
    const missing = documents.flatMap((file) =>
      [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !/^[a-z]+:/.test(target) && !existsSync(resolve(root, dirname(file), target)))
        .map((target) => `${file}: ${target}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('are in the repository if a comment names them', () => {
    const missing = sources.flatMap((file) =>
      [...commentsOf(file).matchAll(/(?:docs\/)?(?:decisions\/)?[\w-]+\.md\b/g)]
        .map(([name]) => name)
        .filter((name) => !isThere(name) && !isThere(join('docs', name)))
        .map((name) => `${file}: ${name}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('are decision records of that number if a comment names one', () => {
    const numbers = new Set(readdirSync(join(root, 'docs/decisions')).map((name) => name.slice(0, 4)));
    const missing = [...sources, ...documents].flatMap((file) =>
      [...read(file).matchAll(/\bdecision (\d{4})\b/gi)]
        .map(([, number = '']) => number)
        .filter((number) => !numbers.has(number))
        .map((number) => `${file}: ${number}`),
    );
    expect(missing).to.deep.equal([]);
  });

  it('say in 150 lines what was measured', () => {
    expect(read('docs/performance.md').trimEnd().split('\n')).to.have.length.most(150);
  });

  it('are not pages that only the authors had', () => {
    const elsewhere = /\b(?:api-facts|stores-facts|audit-api)\b|§\d|\((?:design|spec)[,)]|\b(?:design|spec), [A-Z]/;
    const found = [...sources, ...documents]
      .filter((file) => file !== 'test/docs.test.ts')
      .flatMap((file) =>
        read(file)
          .split('\n')
          .flatMap((line, at) => (elsewhere.test(line) ? [`${file}:${at + 1}`] : [])),
      );
    expect(found).to.deep.equal([]);
  });
});
