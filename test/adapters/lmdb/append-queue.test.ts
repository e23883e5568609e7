/** What waits for the embedded log: appends are never held up by more than one piece of other work. */
import { expect } from 'chai';
import type { Append } from '../../../src/adapters/lmdb/append-batch.ts';
import { appendQueue } from '../../../src/adapters/lmdb/append-queue.ts';

const append = (stream: string, bytes = 1): Append => ({ stream, expected: 'none', events: [], bytes });

/** A queue that records its operations, in order. */
function noting(fails = false) {
  const done: string[] = [];
  const queue = appendQueue(
    async (batch) => {
      done.push(batch.map(({ stream }) => stream).join('+'));
      return batch.map(() => ({ ok: true, revision: 0, position: 1 }));
    },
    async (batch) => {
      done.push(`without ${batch.map(({ stream }) => stream).join('+')}`);
      if (fails) throw new Error('no');
    },
  );
  const alone = (name: string) => queue.alone(async () => void done.push(name));
  return { done, queue, alone };
}

describe('the queue of the embedded log', () => {
  it('commits appends after each piece of other work, however much waits', async () => {
    const { done, queue, alone } = noting();
    const pieces = Array.from({ length: 4 }, (_, at) => alone(`piece ${at}`));
    await Promise.all([queue.append(append('a')), queue.append(append('b')), ...pieces]);
    expect(done).to.deep.equal(['piece 0', 'a+b', 'piece 1', 'piece 2', 'piece 3']);
  });

  it('makes up to a hundred truncations together, and appends in between', async () => {
    const { done, queue } = noting();
    const truncations = Array.from({ length: 250 }, (_, at) => queue.truncate({ stream: `${at}`, before: 1 }));
    await Promise.all([...truncations, queue.append(append('a'))]);
    expect(done.map((one) => (one === 'a' ? one : one.split('+').length))).to.deep.equal([100, 'a', 100, 50]);
  });

  it('makes no truncation before work that was queued earlier', async () => {
    const { done, queue, alone } = noting();
    const truncate = (stream: string): Promise<void> => queue.truncate({ stream, before: 1 });
    await Promise.all([truncate('a'), truncate('b'), alone('copied'), truncate('c')]);
    expect(done).to.deep.equal(['without a+b', 'copied', 'without c']);
  });

  it('reports each truncation that failed, and continues', async () => {
    const { done, queue } = noting(true);
    const truncations = ['a', 'b'].map((stream) => queue.truncate({ stream, before: 1 }));
    expect((await Promise.allSettled(truncations)).map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    await queue.append(append('c'));
    expect(done).to.deep.equal(['without a+b', 'c']);
  });

  it('continues with other work while appends keep coming', async () => {
    const { done, queue, alone } = noting();
    const more = (number: number): Promise<unknown> =>
      queue.append(append(`${number}`)).then(() => (number < 5 ? more(number + 1) : undefined));
    await Promise.all([more(0), ...['x', 'y', 'z'].map(alone)]);
    expect(done).to.deep.equal(['0', 'x', '1', 'y', '2', 'z', '3', '4', '5']);
  });

  it('commits up to 2,000 appends together', async () => {
    const { done, queue } = noting();
    await Promise.all(Array.from({ length: 4_500 }, (_, at) => queue.append(append(`${at}`))));
    expect(done.map((one) => one.split('+').length)).to.deep.equal([2_000, 2_000, 500]);
  });

  it('does nothing else before the appends that were queued first, even if they do not fit into one batch', async () => {
    const { done, queue, alone } = noting();
    const large = 5 * 1024 * 1024;
    const appends = ['a', 'b', 'c'].map((name) => queue.append(append(name, name === 'c' ? 1 : large)));
    await Promise.all([...appends, alone('closed')]);
    expect(done).to.deep.equal(['a', 'b+c', 'closed']);
  });
});
