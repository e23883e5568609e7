import { expect } from 'chai';
import { AppendWindow } from '../../../src/adapters/eventstoredb/append-window.ts';
import { nextTurn } from './fixture.ts';

describe('the window of appends', () => {
  let begun: number[];
  let ends: (() => void)[];
  let window: AppendWindow;
  beforeEach(() => {
    begun = [];
    ends = [];
    window = new AppendWindow();
  });

  const run = (number: number, bytes: number): Promise<void> =>
    window.run(bytes, () => {
      begun.push(number);
      return new Promise((resolve) => ends.push(resolve));
    });
  const turns = async (count: number): Promise<void> => {
    for (let turn = 0; turn < count; turn += 1) await nextTurn();
  };

  it('begins eight in a turn, in the order of the calls', async () => {
    const numbers = Array.from({ length: 20 }, (_, number) => number);
    for (const number of numbers) void run(number, 100);
    await Promise.resolve();
    expect(begun).to.deep.equal(numbers.slice(0, 8));
    await turns(3);
    expect(begun).to.deep.equal(numbers);
  });

  it('keeps at most sixteen appends of any size unanswered, and begins the next when one is answered', async () => {
    for (let number = 0; number < 20; number += 1) void run(number, 100_000);
    await turns(4);
    expect(begun).to.have.length(16);
    ends[5]?.();
    await turns(2);
    expect(begun).to.have.length(17);
  });

  it('keeps at most 48 KiB of small appends unanswered', async () => {
    for (let number = 0; number < 100; number += 1) void run(number, 1024);
    await turns(10);
    expect(begun).to.have.length(48);
  });

  it('has room again after appends that throw before they begin', async () => {
    const failing = Array.from({ length: 16 }, () =>
      window.run(100_000, () => {
        throw new Error('not begun');
      }),
    );
    expect(await Promise.allSettled(failing)).to.satisfy((all: { status: string }[]) =>
      all.every(({ status }) => status === 'rejected'),
    );
    void run(0, 100_000);
    await turns(1);
    expect(begun).to.deep.equal([0]);
  });

  it('is answered when the append is that began last, whatever began after the question', async () => {
    await window.answered();
    const appends = [run(0, 1), run(1, 1)];
    await turns(1);
    let isAnswered = false;
    const answered = window.answered().then(() => {
      isAnswered = true;
    });
    appends.push(run(2, 1));
    ends[0]?.();
    await turns(2);
    expect(isAnswered).to.equal(false);
    ends[1]?.();
    await answered;
    ends[2]?.();
    await Promise.all(appends);
  });

  it('settles as the work does, and continues after a failure', async () => {
    const failed = window.run(1, () => Promise.reject(new Error('refused')));
    expect(await failed.catch((error: Error) => error.message)).to.equal('refused');
    expect(await window.run(1, async () => 'done')).to.equal('done');
  });
});
