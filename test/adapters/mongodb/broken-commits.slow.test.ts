/** Commits during which the connection breaks or the committing process stops. */
import { expect } from 'chai';
import { openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import { LeaseLost } from '../../../src/ports/read-store.ts';
import { checkpointAt, found, models, putNote } from '../../contracts/read-store/fixture.ts';
import { proxiedStoreInEach } from './proxied-store.ts';

/** Timeouts longer than the test, so that no call gives up during it. */
const patient = { selectionMs: 1000, answerMs: 30_000, heartbeatMs: 50, commitMs: 30_000, watchMs: 50 };

describe('a commit to mongodb that is interrupted', () => {
  const subject = proxiedStoreInEach(patient);

  const next = (): Promise<void> => subject.store.commit([putNote('n2', { rank: 2 })], checkpointAt(2), subject.lease);

  for (const collection of ['checkpoint', 'notes']) {
    it(`succeeds although the driver notices a lost server before it has written ${collection}`, async () => {
      let gone = false;
      subject.server.intercept = async (command) => {
        if (command.update !== collection || gone) return undefined;
        gone = true;
        const tried = subject.proxy.refuse();
        subject.proxy.cutAll((bytes) => !bytes.includes('lsid'));
        await tried;
        // The commit has been repeated, so the driver has noticed the lost server.
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

  it('does not block another holder when its own holder has stopped, and is not committed', async () => {
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
