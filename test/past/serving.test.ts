/** Answers of lines in the process of a replica. */
import { expect } from 'chai';
import { Lines } from '../../src/define/endpoint.ts';
import { openStreams } from '../../src/http/request/open-streams.ts';
import type { Asked } from '../../src/past/protocol.ts';
import type { Replica } from '../../src/past/replica.ts';
import { Serving } from '../../src/past/serving.ts';

describe('the process of a replica', () => {
  it('ends an answer of lines when it is aborted, whether or not it was read', async () => {
    const open = openStreams(1);
    const lines = new Lines(async function* () {
      yield 'one';
      yield 'two';
    });
    const replica = {
      isBegunFromCopy: false,
      async answer(_viewing: unknown, _now: number, gone: AbortSignal) {
        return { answer: await open('reader', gone, () => lines), charged: 0 };
      },
    };
    const failures: unknown[] = [];
    const serving = new Serving(
      async () => replica as unknown as Replica,
      (error) => failures.push(error),
    );
    let number = 0;
    const ask = (asked: Partial<Asked>) => {
      number += 1;
      return serving.reply({ number, asked: asked as Asked });
    };
    await ask({ kind: 'open' });
    const answer = async (): Promise<number> => {
      expect(await ask({ kind: 'answer' })).to.deep.equal({
        number,
        value: { text: { kind: 'lines', of: number }, charged: 0 },
      });
      return number;
    };
    const next = async (of: number, more: boolean) => {
      const reply = await ask({ kind: 'lines', of, more });
      return 'value' in reply ? reply.value : reply;
    };
    expect(await next(await answer(), false)).to.deep.equal({ lines: [] });
    const read = await answer();
    expect(await ask({ kind: 'answer' })).to.have.nested.property('problem.status', 429);
    expect(await next(read, true)).to.deep.equal({ lines: ['one', 'two'] });
    expect(await next(read, true)).to.deep.equal({ lines: [] });
    expect(await next(read, false)).to.deep.equal({ lines: [] });
    expect(await next(read, true)).to.deep.equal({ lines: [] });
    await answer();
    expect(failures).to.deep.equal([]);
  });
});
