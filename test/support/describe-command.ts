/** `describe` for commands. It checks that the tests reach every refusal that the command declares. */
import { expect } from 'chai';
import type { RefusalCode } from '../../src/vocabulary/refusals.ts';

/** Command → the codes with which it has refused since the file was loaded. */
const reached = new Map<string, Set<RefusalCode>>();

/** To be called for every refusal of a command's `decide`. `given(…).when(…)` calls it. */
export function refusalReached(command: string, code: RefusalCode): void {
  const codes = reached.get(command) ?? new Set();
  reached.set(command, codes.add(code));
}

/** `describe` for the one file that holds all tests of a command. */
export function describeCommand(
  command: { readonly name: string; readonly refusals: readonly RefusalCode[] },
  tests: () => void,
): void {
  describe(command.name, () => {
    tests();
    // In a nested suite, because mocha runs the tests of a suite before those of nested suites.
    describe('refusals', () => {
      it('are all reached', () => {
        const codes = reached.get(command.name) ?? new Set();
        expect(command.refusals.filter((code) => !codes.has(code))).to.deep.equal([]);
      });
    });
  });
}
