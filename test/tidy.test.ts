/** Style as a test: which folder may import which (the table of ARCHITECTURE.md, as data), how long a file may be, how files are named. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect } from 'chai';

const root = resolve(import.meta.dirname, '..');

/** A folder → what it may import: folders of ours, and packages (`node:` for all of Node's own). zod is everybody's. */
const rows: Readonly<Record<string, { ours: readonly string[]; packages: readonly string[] }>> = {
  'src/vocabulary': { ours: [], packages: ['re2js', 'stemmer'] },
  'src/define': { ours: ['src/vocabulary'], packages: ['node:stream'] },
  'src/rendering': {
    ours: ['src/vocabulary', 'src/define'],
    packages: ['markdown-it', 'katex', 'highlight.js', 'diff', 'gemoji'],
  },
  'src/wire': { ours: ['src/vocabulary'], packages: ['node:crypto'] },
  'src/state': { ours: ['src/vocabulary', 'src/define'], packages: [] },
  commands: { ours: ['src/vocabulary', 'src/define', 'src/state'], packages: [] },
  'src/ledger': { ours: ['src/vocabulary'], packages: ['node:crypto'] },
  'src/feed': { ours: ['src/vocabulary', 'src/define', 'src/state', 'src/wire'], packages: [] },
  'src/policies': { ours: ['src/vocabulary', 'src/define', 'src/state'], packages: [] },
  projections: { ours: ['src/vocabulary', 'src/define'], packages: [] },
  'src/queries': {
    ours: ['src/vocabulary', 'src/define', 'src/wire', 'src/rendering', 'projections', 'src/ports', 'src/ledger'],
    packages: [],
  },
  'src/ports': { ours: ['src/vocabulary', 'src/define'], packages: ['node:stream'] },
  'src/engine': {
    ours: ['src/vocabulary', 'src/define', 'src/state', 'src/feed', 'src/rendering', 'src/ports', 'src/ledger'],
    packages: ['node:', 'uuid'],
  },
  'src/queues': {
    ours: ['src/vocabulary', 'src/define', 'src/state', 'src/wire', 'src/feed', 'src/ports', 'src/engine'],
    packages: [],
  },
  'src/audit': {
    ours: ['src/vocabulary', 'src/define', 'src/state', 'src/ledger', 'src/ports', 'src/engine'],
    packages: ['node:'],
  },
  'src/review': {
    ours: ['src/vocabulary', 'src/define', 'src/state', 'src/ledger', 'src/ports', 'src/engine', 'src/audit'],
    packages: ['node:', '@zip.js/zip.js', 'uuid'],
  },
  // It can append nothing, decide nothing and call nobody: commands, policies and webhooks are not within its reach.
  'src/replay': {
    ours: ['src/vocabulary', 'src/define', 'src/state', 'src/feed', 'src/ports', 'src/engine', 'src/audit'],
    packages: ['node:crypto'],
  },
  'src/webhooks': {
    ours: [
      'src/vocabulary',
      'src/define',
      'src/rendering',
      'src/wire',
      'src/state',
      'commands',
      'src/feed',
      'src/engine',
      'src/config.ts',
    ],
    packages: ['node:'],
  },
  'src/http': {
    ours: [
      'src/ledger',
      'src/vocabulary',
      'src/define',
      'src/rendering',
      'src/wire',
      'src/state',
      'commands',
      'src/feed',
      'src/policies',
      'src/queries',
      'src/ports',
      'src/engine',
      'src/queues',
      'src/webhooks',
      'src/sso',
      'src/review',
      'src/config.ts',
    ],
    packages: ['node:', 'koa', '@koa/router', 'koa-bodyparser', '@fastify/busboy', 'prom-client'],
  },
  // A house of the past: it answers as the service does. It executes no command.
  'src/past': {
    ours: [
      'src/vocabulary',
      'src/define',
      'src/rendering',
      'src/state',
      'projections',
      'src/ports',
      'src/queries',
      'src/engine',
      'src/audit',
      'src/replay',
      'src/review',
      'src/http',
      'src/config.ts',
    ],
    packages: ['node:'],
  },
  'src/past-house.ts': {
    ours: ['projections', 'src/engine', 'src/http', 'src/past', 'src/stores.ts'],
    packages: [],
  },
  'src/cli': {
    ours: [
      'src/ledger',
      'src/vocabulary',
      'src/state',
      'commands',
      'src/ports',
      'src/engine',
      'src/http',
      'src/audit',
      'src/replay',
      'src/review',
      'src/config.ts',
    ],
    packages: ['node:', 'pino'],
  },
  'src/adapters/lmdb': {
    ours: ['src/vocabulary', 'src/define', 'src/ports'],
    packages: ['node:', 'lmdb'],
  },
  'src/adapters/eventstoredb': {
    ours: ['src/vocabulary', 'src/define', 'src/ports'],
    packages: ['node:', '@eventstore/db-client', 'uuid'],
  },
  'src/adapters/mongodb': { ours: ['src/vocabulary', 'src/define', 'src/ports'], packages: ['node:', 'mongodb'] },
  'src/adapters/folder': { ours: ['src/vocabulary', 'src/ports'], packages: ['node:'] },
  'src/config.ts': { ours: ['src/vocabulary', 'src/config-fields.ts', 'src/setting-forms.ts'], packages: ['node:'] },
  'src/config-fields.ts': { ours: [], packages: [] },
  'src/setting-forms.ts': { ours: [], packages: ['node:'] },
  // Both run in browsers.
  'src/client': { ours: [], packages: [] },
  'web/src': {
    ours: [],
    packages: ['verbatim/client', 'virtual:emoji-names', 'preact', '@preact/signals', 'katex', '@noble/ed25519'],
  },
  'src/stores.ts': {
    ours: [
      'src/ports',
      'src/engine',
      'src/cli',
      'src/adapters/lmdb',
      'src/adapters/eventstoredb',
      'src/adapters/mongodb',
      'src/adapters/folder',
      'src/config.ts',
    ],
    packages: ['node:'],
  },
  'src/erasing.ts': {
    ours: ['src/vocabulary', 'src/state', 'src/queries', 'src/ports', 'commands', 'src/engine', 'src/audit'],
    packages: [],
  },
  'src/email': {
    ours: [
      'src/vocabulary',
      'src/define',
      'src/state',
      'src/policies',
      'projections',
      'src/queries',
      'src/engine',
      'src/config.ts',
    ],
    packages: ['node:', 'nodemailer'],
  },
  'src/sso': { ours: ['src/vocabulary'], packages: ['node:', 'openid-client'] },
  'src/emailing.ts': {
    ours: ['src/vocabulary', 'commands', 'src/queries', 'src/engine', 'src/email', 'src/config.ts'],
    packages: [],
  },
  'src/sweepers.ts': {
    ours: ['src/vocabulary', 'src/state', 'commands', 'src/engine', 'src/queues'],
    packages: [],
  },
  'src/reviewing.ts': { ours: ['src/ports', 'commands', 'src/engine', 'src/review', 'src/config.ts'], packages: [] },
  'src/replay-tools.ts': { ours: ['projections', 'src/replay', 'src/stores.ts'], packages: [] },
  'src/replay.ts': { ours: ['src/replay', 'src/replay-tools.ts'], packages: [] },
  'src/main.ts': {
    ours: [
      'src/erasing.ts',
      'src/sweepers.ts',
      'src/emailing.ts',
      'src/sso',
      'src/reviewing.ts',
      'src/ledger',
      'src/vocabulary',
      'src/define',
      'src/rendering',
      'src/state',
      'commands',
      'projections',
      'src/policies',
      'src/past',
      'src/ports',
      'src/engine',
      'src/queues',
      'src/webhooks',
      'src/audit',
      'src/http',
      'src/cli',
      'src/stores.ts',
      'src/config.ts',
    ],
    packages: ['node:'],
  },
  'src/verbatim.ts': { ours: ['src/cli', 'src/main.ts', 'src/stores.ts', 'src/replay-tools.ts'], packages: [] },
};

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

  it('lets nobody import what its row does not name', () => {
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

  it('keeps every file within what is read in one go', () => {
    const long = everything.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > linesMax + 1);
    expect(long).to.deep.equal([]);
  });

  it('names files in kebab-case', () => {
    const named = /^[a-z0-9]+(-[a-z0-9]+)*((\.slow)?\.test)?\.(d\.ts|tsx?|js|mjs)$/;
    expect(everything.filter((file) => !named.test(file.split('/').at(-1) ?? ''))).to.deep.equal([]);
  });

  it('finds the tests of every command, policy and projection where they mirror it', () => {
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

  it('leaves no reminder of unfinished work and no default export', () => {
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
