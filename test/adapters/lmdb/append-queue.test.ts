/** What waits for the embedded log: appends are never held up by more than one piece of other work. */
import { expect } from 'chai';
import type { Append } from '../../../src/adapters/lmdb/append-batch.ts';
import { appendQueue } from '../../../src/adapters/lmdb/append-queue.ts';

const append = (stream: string, bytes = 1): Append => ({ stream, expected: 'none', events: [], bytes });

/** A queue that notes what it does, in order. */
function noting() {
  const done: string[] = [];
  const queue = appendQueue(async (batch) => {
    done.push(batch.map(({ stream }) => stream).join('+'));
    return batch.map(() => ({ ok: true, revision: 0, position: 1 }));
  });
  const alone = (name: string) => queue.alone(async () => void done.push(name));
  return { done, queue, alone };
}

describe('the queue of the embedded log', () => {
  it('commits appends after each truncation, however many wait', async () => {
    const { done, queue, alone } = noting();
    const truncations = Array.from({ length: 4 }, (_, at) => alone(`truncation ${at}`));
    await Promise.all([queue.append(append('a')), queue.append(append('b')), ...truncations]);
    expect(done).to.deep.equal(['truncation 0', 'a+b', 'truncation 1', 'truncation 2', 'truncation 3']);
  });

  it('goes on with other work while appends keep coming', async () => {
    const { done, queue, alone } = noting();
    const more = (number: number): Promise<unknown> =>
      queue.append(append(`${number}`)).then(() => (number < 5 ? more(number + 1) : undefined));
    await Promise.all([more(0), ...['x', 'y', 'z'].map(alone)]);
    expect(done).to.deep.equal(['0', 'x', '1', 'y', '2', 'z', '3', '4', '5']);
  });

  it('does nothing else before the appends that came first, whatever does not fit into one batch', async () => {
    const { done, queue, alone } = noting();
    const large = 5 * 1024 * 1024;
    const appends = ['a', 'b', 'c'].map((name) => queue.append(append(name, name === 'c' ? 1 : large)));
    await Promise.all([...appends, alone('closed')]);
    expect(done).to.deep.equal(['a', 'b+c', 'closed']);
  });
});
