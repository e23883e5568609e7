import { expect } from 'chai';
import { openedWhole } from '../../src/assembly/opened.ts';
import { silent } from '../support/engine.ts';

describe('the parts that a start has opened', () => {
  it('are closed in reverse order if the start fails, even after a part that cannot be closed', async () => {
    const closed: string[] = [];
    const logged: object[] = [];
    const logger = { ...silent, error: (about: object) => void logged.push(about) };
    const [failed, stuck] = [new Error('the start failed'), new Error('not closed')];
    const opening = openedWhole(logger, async (opened) => {
      opened.closes(() => closed.push('first'));
      opened.closes(() => Promise.reject(stuck));
      opened.closes(() => closed.push('third'));
      throw failed;
    });
    expect(await opening.catch((error: unknown) => error)).to.equal(failed);
    expect(closed).to.deep.equal(['third', 'first']);
    expect(logged).to.deep.equal([{ err: stuck }]);
  });

  it('stay open if the start succeeds, until they are closed, once', async () => {
    const closed: string[] = [];
    const opened = await openedWhole(silent, async (all) => {
      all.closes(() => closed.push('part'));
      return all;
    });
    expect(closed).to.deep.equal([]);
    await opened.close();
    await opened.close();
    expect(closed).to.deep.equal(['part']);
  });
});
