/** Which pasts are kept, moved and removed. */
import { expect } from 'chai';
import { PastFailed, PastNotReady, TooManyPasts } from '../../src/http/past/pasts.ts';
import { ReplicaHandle } from '../../src/past/handle.ts';
import type { Reply, Request } from '../../src/past/protocol.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { withResolvers } from '../support/with-resolvers.ts';
import { made, question, stays } from './stub-replicas.ts';

describe('replicas of the past in a pool', () => {
  it('are used again, and moved forward', async () => {
    const { pasts, replicas, at } = made();
    expect(await at(10)).to.deep.equal({ at: 10 });
    expect(await at(10)).to.deep.equal({ at: 10 });
    expect(await at(20)).to.deep.equal({ at: 20 });
    expect(replicas).to.have.length(1);
    await pasts.close();
  });

  it('count as more requests if they are started or moved, and are counted (requestsPerPast)', async () => {
    const { pasts } = made();
    const charged: number[] = [];
    for (const position of [10, 10, 20, 5, 20])
      await pasts.ask({ ...question(position), charge: (requests) => charged.push(requests) });
    expect(charged).to.deep.equal([limits.requestsPerPast, limits.requestsPerPast, limits.requestsPerPast]);
    expect(pasts.counts).to.deep.equal({ kept: 2, restored: 3 });
    await pasts.close();
  });

  it('are started again for an earlier moment, in place of the least recently used one (pastsMax, pastsOfOrganizationMax)', async () => {
    const { pasts, replicas, at } = made();
    for (let position = 100; position > 100 - limits.pastsOfOrganizationMax - 1; position -= 1)
      expect(await at(position)).to.deep.equal({ at: position });
    expect(replicas.map(({ isEnded }) => isEnded)).to.deep.equal([true, false, false]);
    for (let realmId = 2; realmId <= limits.pastsMax + 1; realmId += 1) await at(5, realmId);
    expect(replicas.filter(({ isEnded }) => !isEnded)).to.have.length(limits.pastsMax);
    await pasts.close();
    expect(replicas.every(({ isEnded }) => isEnded)).to.equal(true);
  });

  it('are not taken from requests that wait for them', async () => {
    const { pasts, replicas, at } = made(false);
    const waiting = Array.from({ length: limits.pastsOfOrganizationMax }, (_, index) => at(100 - index));
    const late = at(5);
    const haveBegun = () => replicas.length > 0 && replicas.every(({ arrive }) => arrive !== undefined);
    while (!haveBegun()) await new Promise(setImmediate);
    expect(replicas).to.have.length(limits.pastsOfOrganizationMax);
    for (const { arrive } of replicas) arrive?.(true);
    expect(await Promise.all(waiting)).to.deep.equal([{ at: 100 }, { at: 99 }]);
    while (replicas.at(-1)?.arrive === undefined || replicas.length === limits.pastsOfOrganizationMax)
      await new Promise(setImmediate);
    replicas.at(-1)?.arrive?.(true);
    expect(await late).to.deep.equal({ at: 5 });
    await pasts.close();
  });

  it('are refused to requests that have waited too long because all are in use', async () => {
    const { pasts, at } = made(false, 1);
    const asked = Array.from({ length: limits.pastsOfOrganizationMax + 1 }, (_, index) =>
      at(100 - index).catch((error: unknown) => error),
    );
    const [first, second, last] = await Promise.all(asked);
    expect([first, second].every((error) => error instanceof PastNotReady)).to.equal(true);
    expect(last).to.be.instanceOf(TooManyPasts);
    await pasts.close();
  });

  it('continue in the background if a request stops waiting (pastWaitSecs)', async () => {
    const { pasts, replicas, at } = made(false, 1);
    expect(await at(10).catch((error: unknown) => error)).to.be.instanceOf(PastNotReady);
    expect(replicas[0]?.isEnded).to.equal(false);
    while (replicas[0]?.arrive === undefined) await new Promise(setImmediate);
    replicas[0].arrive(true);
    await pasts.close();
  });

  it('fail if three of them in a row do not reach their moment', async () => {
    const { pasts, replicas, at } = made(false);
    const asked = at(10).catch((error: unknown) => error);
    for (let number = 0; number < 3; number += 1) {
      while (replicas[number]?.arrive === undefined) await new Promise(setImmediate);
      replicas[number]?.arrive?.(false);
    }
    expect(await asked).to.be.instanceOf(PastFailed);
    expect(replicas).to.have.length(3);
    await pasts.close();
  });

  it('advance by steps, and are at the last of them then', async () => {
    const { pasts, replicas, at } = made();
    const stepped = (position: number | undefined, limit: number) =>
      pasts.steps({
        realmId: 1 as never,
        limit,
        charge: () => undefined,
        gone: stays(),
        moment: position === undefined ? undefined : { position },
      });
    expect((await stepped(undefined, 10)).next).to.equal(10);
    expect((await stepped(10, 5)).next).to.equal(15);
    expect(await at(15)).to.deep.equal({ at: 15 });
    expect(replicas).to.have.length(1);
    await pasts.close();
  });

  it('are not moved while a request reads them', async () => {
    const { pasts, replicas, at } = made(false);
    const looking = at(10);
    while (replicas[0]?.arrive === undefined) await new Promise(setImmediate);
    const stepping = pasts.steps({
      realmId: 1 as never,
      moment: { position: 10 },
      limit: 5,
      charge: () => undefined,
      gone: stays(),
    });
    while (replicas[1]?.arrive === undefined) await new Promise(setImmediate);
    const other = at(10);
    for (const { arrive } of replicas) arrive?.(true);
    while (replicas[0].arrive === undefined) await new Promise(setImmediate);
    expect((await stepping).next).to.equal(15);
    expect(await looking).to.deep.equal({ at: 10 });
    await new Promise(setImmediate);
    replicas[0].arrive(true);
    expect(await other).to.deep.equal({ at: 10 });
    await pasts.close();
  });

  it('are removed when nobody has used them for a time (pastIdleSecs)', async () => {
    const { replicas, at } = made(true, 10_000, 1);
    await at(10);
    await replicas[0]?.handle.ended;
    expect(await at(10)).to.deep.equal({ at: 10 });
    expect(replicas).to.have.length(2);
  });

  it('are started at a copy if it is nearer than a pooled replica', async () => {
    const { pasts, at, copies, begunFor } = made();
    copies.push(8, 30);
    for (const position of [10, 29, 31, 32]) expect(await at(position)).to.deep.equal({ at: position });
    expect(begunFor).to.deep.equal([10, 31]);
    await pasts.close();
  });

  it('are finally started at the first event if those started at copies could not be used', async () => {
    const { pasts, replicas, at, copies, begunFor } = made(false);
    copies.push(8);
    const answer = at(10);
    for (const [index, there] of [false, false, true].entries()) {
      while (replicas[index]?.arrive === undefined) await new Promise(setImmediate);
      replicas[index].arrive(there);
    }
    expect(await answer).to.deep.equal({ at: 10 });
    expect(begunFor).to.deep.equal([10, 10, 0]);
    await pasts.close();
  });

  it('are started again if their copy turns out to be damaged, and report that', async () => {
    const { pasts, replicas, at } = made();
    await at(10);
    const [damaged] = replicas;
    if (!damaged) throw new Error('there is one');
    damaged.isDamaged = true;
    expect(await at(10)).to.deep.equal({ at: 10 });
    expect([replicas.length, damaged.isEnded]).to.deep.equal([2, true]);
    expect(damaged.copyIsUsed.at(-1)).to.equal(false);
    await pasts.close();
  });

  it('report a copy that cannot be opened, but not an earlier end', async () => {
    const reports: boolean[] = [];
    const openedBy = async (answer: (number: number) => Reply | undefined): Promise<void> => {
      const { promise: ended, resolve: end } = withResolvers();
      let listener: (reply: Reply) => void = () => undefined;
      const onReply = (to: typeof listener): void => {
        listener = to;
      };
      const send = ({ number }: Request): void => {
        const reply = answer(number);
        if (reply) queueMicrotask(() => listener(reply));
        else end();
      };
      await new ReplicaHandle({ send, onReply, ended, end }, {} as never, (isUsed) => reports.push(isUsed)).ended;
    };
    await openedBy((number) => ({ number, problem: { status: 500, msg: 'Internal server error' } }));
    expect(reports).to.deep.equal([false]);
    await openedBy(() => undefined);
    expect(reports).to.deep.equal([false]);
  });

  it('are started again if something in them was erased since, or if they ended', async () => {
    const { pasts, replicas, at } = made(false);
    const answer = at(10);
    for (const [index, there] of [false, true].entries()) {
      while (replicas[index]?.arrive === undefined) await new Promise(setImmediate);
      replicas[index].arrive(there);
    }
    expect(await answer).to.deep.equal({ at: 10 });
    expect(replicas.map(({ isEnded }) => isEnded)).to.deep.equal([true, false]);
    replicas[1]?.end();
    const again = at(10);
    while (replicas[2]?.arrive === undefined) await new Promise(setImmediate);
    replicas[2].arrive(true);
    expect(await again).to.deep.equal({ at: 10 });
    await pasts.close();
  });
});
