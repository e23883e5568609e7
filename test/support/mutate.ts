/**
 * `npm run mutate [folder or file …]`: mutation testing with StrykerJS. It makes many small changes to the code and reports those that no
 * test detects. Static mutants (in code that runs when a file is loaded) are omitted, because each needs a separate process.
 * `npm run mutate -- --static commands/rules` includes them.
 */
import { existsSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';

/** Code → the tests that should detect changes of it. */
const testsOf: Readonly<Record<string, readonly string[]>> = {
  commands: ['test/commands/**/*.test.ts'],
  projections: ['test/projections/**/*.test.ts'],
  // Without the slow property tests, which each mutant would wait for.
  'src/state': ['test/state/!(properties).test.ts', 'test/policies/notification-bot.test.ts'],
  'src/feed': ['test/feed/!(*.slow).test.ts'],
  'src/policies': ['test/policies/**/*.test.ts'],
  'src/queries/visibility': ['test/queries/visibility*.test.ts'],
};

const included = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const targets = included.length > 0 ? included : Object.keys(testsOf);
const withStatic = process.argv.includes('--static');

const globsOf = (target: string): string[] =>
  target.endsWith('.ts') ? [target] : [`${target}*.ts`, `${target}/**/*.ts`];

/** A file is measured by its own tests (`<name>.test.ts`, `<name>-….test.ts`), if it has one; a folder by the tests of the folder. */
function specOf(target: string): readonly string[] {
  const own = target.replace(/^(src\/)?(.*)\.ts$/, 'test/$2');
  if (target.endsWith('.ts') && existsSync(`${own}.test.ts`)) return [`${own}.test.ts`, `${own}-*.test.ts`];
  const row = Object.keys(testsOf).find((prefix) => target.startsWith(prefix));
  const spec = row === undefined ? undefined : testsOf[row];
  if (!spec) throw new Error(`No tests are named for ${target}; there are some for ${Object.keys(testsOf).join(', ')}`);
  return spec;
}

const stryker = new Stryker({
  mutate: targets.flatMap(globsOf),
  testRunner: 'mocha',
  testRunnerNodeArgs: ['--import=tsx'],
  mochaOptions: { 'no-config': true, spec: [...new Set(targets.flatMap(specOf))] },
  coverageAnalysis: 'perTest',
  ignoreStatic: !withStatic,
  concurrency: 1,
  // No tsconfig is needed, because tsx runs the sources and types are not checked.
  tsconfigFile: 'none',
  ignorePatterns: ['bench', 'web', 'docs', 'dist', 'data'],
  tempDirName: '.stryker-tmp',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
});
await stryker.runMutationTest();
