/** The frame of a command's tests: each refusal that the command declares must be reached by one of them. */
import { expect } from 'chai';
import type { RefusalCode } from '../../src/vocabulary/refusals.ts';

/** Command → the codes with which it has refused since the file was loaded. */
const reached = new Map<string, Set<RefusalCode>>();

/** Called by whoever runs a command's `decide`: `given(…).when(…)` does. */
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
    // A suite of its own, because the tests of a suite run before those of the suites in it.
    describe('refusals', () => {
      it('are all reached', () => {
        const codes = reached.get(command.name) ?? new Set();
        expect(command.refusals.filter((code) => !codes.has(code))).to.deep.equal([]);
      });
    });
  });
}
