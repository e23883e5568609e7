/** Commits in whose midst something ends: the connection, after the driver knows of it, or whoever commits. */
import { expect } from 'chai';
import { openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import { LeaseLost } from '../../../src/ports/read-store.ts';
import { checkpointAt, found, models, putNote } from '../../contracts/read-store/fixture.ts';
import { behindProxyInEach } from './behind-a-proxy.ts';

/** The connection that waits for an answer is the last to break, and nobody gives up before the test is over. */
const patient = { selectionMs: 1000, answerMs: 30_000, heartbeatMs: 500, commitMs: 30_000, watchMs: 50 };

describe('a commit to mongodb in whose midst something ends', () => {
  const subject = behindProxyInEach(patient);

  const next = (): Promise<void> => subject.store.commit([putNote('n2', { rank: 2 })], checkpointAt(2), subject.lease);

  for (const collection of ['checkpoint', 'notes']) {
    it(`is made although the driver knows that the server is gone before it has written ${collection}`, async () => {
      let gone = false;
      subject.server.intercept = async (command) => {
        if (command.update !== collection || gone) return undefined;
        gone = true;
        const tried = subject.proxy.refuse();
        subject.proxy.cutAll((said) => !said.includes('lsid'));
        await tried;
        // It has tried again, and so has given the server up.
        await subject.proxy.refuse();
        subject.proxy.cutAll();
        subject.proxy.take();
        return undefined;
      };
      await next();
      expect(gone).to.equal(true);
      const ranks = await subject.store.snapshot(async (view) => (await found(view, 'byRank')).map(({ rank }) => rank));
      expect(ranks).to.deep.equal([1, 2]);
    });
  }

  it('is in nobody’s way when its holder has stopped: another takes over, and it is not made', async () => {
    await subject.store.takeLease('contract', 0);
    let release = (): void => undefined;
    const inTheMidst = new Promise<void>((stopped) => {
      subject.server.intercept = (command) => {
        if (!('commitTransaction' in command)) return undefined;
        stopped();
        return new Promise((resolve) => {
          release = () => resolve(undefined);
        });
      };
    });
    const stopped = next().catch((error: unknown) => error);
    await inTheMidst;
    subject.server.intercept = undefined;
    const other = await openMongoReadStore(subject.server.url, patient);
    await other.open(models);
    expect(await other.takeLease('other', 600_000)).to.be.an('object');
    release();
    expect(await stopped).to.be.instanceOf(LeaseLost);
    expect(await other.checkpoint()).to.deep.equal(checkpointAt(1));
    await other.close();
  });
});
