import { expect } from 'chai';
import { warningsOnly } from '../../src/cli/service-logger.ts';

describe('the warnings that a command prints', () => {
  it('have one line each, without the stack of an error', () => {
    const printed: unknown[][] = [];
    const { error } = console;
    console.error = (...line: unknown[]) => void printed.push(line);
    try {
      warningsOnly.error({ err: new TypeError('no "map"'), model: 'trail', events: ['a', 'b'] }, 'left behind');
      warningsOnly.warn({}, 'slow');
    } finally {
      console.error = error;
    }
    expect(printed).to.deep.equal([
      ['left behind', '{"err":"TypeError: no \\"map\\"","model":"trail","events":["a","b"]}'],
      ['slow', '{}'],
    ]);
  });
});
