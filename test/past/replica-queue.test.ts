/** Who gets a replica of the past when all are in use. */
import { expect } from 'chai';
import { made, question } from './stub-replicas.ts';

describe('waiting requests for replicas', () => {
  it('are served for the organization with the fewest first, in whatever order they arrived', async () => {
    const { pasts, at, realms, moved } = made(false);
    const first = [at(100, 1), at(90, 1), at(100, 2), at(90, 2)];
    const arrivals = await Promise.all(first.map((_, number) => moved(number)));
    const waiting = [at(50, 1), at(50, 2), at(50, 3)];
    // Gives way to the third organization, although it needs no further replica. Otherwise that one would not be free.
    const again = at(90, 1);
    arrivals[1]?.(true);
    (await moved(4))(true);
    expect(await waiting[2]).to.deep.equal({ at: 50 });
    expect(realms).to.deep.equal([1, 1, 2, 2, 3]);
    const all = Promise.allSettled([...first, ...waiting, again]);
    await pasts.close();
    await all;
  });

  it('are not served for a client that has disconnected in the meantime', async () => {
    const { pasts, replicas, at, moved } = made(false);
    const own = [at(100), at(90)];
    const arrivals = await Promise.all(own.map((_, number) => moved(number)));
    const client = new AbortController();
    const left = pasts.ask({ ...question(5), gone: client.signal }).catch((error: unknown) => error);
    const reason = new Error('the client has left');
    client.abort(reason);
    expect(await left).to.equal(reason);
    for (const arrive of arrivals) arrive(true);
    expect(await Promise.all(own)).to.deep.equal([{ at: 100 }, { at: 90 }]);
    expect(replicas).to.have.length(2);
    const neverAsked = pasts.ask({ ...question(5), gone: client.signal }).catch((error: unknown) => error);
    expect(await neverAsked).to.equal(reason);
    expect(replicas).to.have.length(2);
    await pasts.close();
  });
});
