import { expect } from 'chai';
import { FairSemaphore } from '../../src/engine/fair-semaphore.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';

/** Work that ends on request. `begun` has the names in the order in which they began. */
function workshop(atOnceMax: number, waitingMax: number) {
  const permits = new FairSemaphore(atOnceMax, waitingMax, 'busy');
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const ask = (caller: string, name: string, fails = false): void => {
    const work = async (): Promise<void> => {
      begun.push(name);
      await new Promise<void>((end) => void ends.push(end));
      if (fails) throw new Error(name);
    };
    void permits.run(caller, work).catch((error: unknown) => {
      if (error instanceof Refused) refused.push(name);
    });
  };
  /** Ends this many pieces of work, one after the other. */
  const end = async (pieces: number): Promise<void> => {
    for (let ended = 0; ended < pieces; ended += 1) {
      ends.shift()?.();
      await new Promise((next) => setImmediate(next));
    }
  };
  return { ask, end, begun, refused };
}

describe('a fair semaphore', () => {
  it('alternate between callers, and keep the order of each caller', async () => {
    const { ask, end, begun } = workshop(1, 10);
    for (const name of ['a1', 'a2', 'a3', 'a4']) ask('a', name);
    for (const name of ['b1', 'b2']) ask('b', name);
    ask('c', 'c1');
    await end(7);
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('alternate between organizations, whatever the number of their users', async () => {
    const { ask, end, begun } = workshop(1, 100);
    for (let user = 1; user <= 5; user += 1) for (const piece of ['x', 'y']) ask(`1.${user}`, `1.${user}${piece}`);
    for (const name of ['2.1x', '2.1y']) ask('2.1', name);
    ask('2.2', '2.2x');
    await end(9);
    expect(begun).to.deep.equal(['1.1x', '1.1y', '2.1x', '1.2x', '2.2x', '1.3x', '2.1y', '1.4x', '1.5x', '1.2y']);
  });

  it('make room at the expense of the organization with the most, even if each of its users has only one', async () => {
    const { ask, end, begun, refused } = workshop(1, 4);
    for (let user = 0; user <= 4; user += 1) ask(`1.${user}`, `1.${user}`);
    for (const name of ['a', 'b', 'c']) ask('2.1', `2.1${name}`);
    ask('1.5', '1.5');
    await new Promise((next) => setImmediate(next));
    expect(refused).to.deep.equal(['1.4', '1.3', '2.1c', '1.5']);
    await end(5);
    ask('1.4', 'again');
    expect(begun).to.deep.equal(['1.0', '1.1', '2.1a', '1.2', '2.1b', 'again']);
  });

  it('continue after work that failed, and begin at once if nothing waits', async () => {
    const { ask, end, begun } = workshop(2, 10);
    ask('a', 'a1', true);
    ask('a', 'a2', true);
    ask('b', 'b1');
    await end(3);
    ask('c', 'c1');
    expect(begun).to.deep.equal(['a1', 'a2', 'b1', 'c1']);
  });

  it('make room at the expense of the newest piece of the caller with the most', async () => {
    const { ask, end, begun, refused } = workshop(1, 4);
    for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']) ask('a', name);
    await end(0);
    for (const name of ['b1', 'b2', 'b3']) ask('b', name);
    ask('c', 'c1');
    await new Promise((next) => setImmediate(next));
    expect(refused).to.deep.equal(['a5', 'a4', 'a3', 'b3', 'b2']);
    await end(5);
    expect(begun).to.deep.equal(['a0', 'a1', 'b1', 'c1', 'a2']);
    expect(refused).to.have.length(5);
  });
});
