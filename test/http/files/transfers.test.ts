import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { boundedTransfers, type Transfers } from '../../../src/http/files/transfers.ts';
import { ClientGone } from '../../../src/http/request/body-errors.ts';
import type { Context } from '../../../src/http/request/request-context.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';

/** A request of a user. `gone`: whether its client is disconnected. */
class Request {
  readonly payer: string;
  readonly context: Context;
  gone = false;

  constructor(payer: string) {
    this.payer = payer;
    const socket = { destroy: () => this.leave() };
    Object.defineProperty(socket, 'destroyed', { get: () => this.gone });
    const res = Object.assign(new EventEmitter(), { req: { socket } });
    this.context = { res, state: { request: this } } as unknown as Context;
  }

  leave(): void {
    this.gone = true;
    this.finish();
  }

  /** The answer is complete. */
  finish(): void {
    (this.context.res as unknown as EventEmitter).emit('close');
  }
}

describe('files that are sent and received', () => {
  const payerOf = ({ state }: Context): string => (state as unknown as { request: Request }).request.payer;
  const long = 1_000_000;
  const transfersOf = (atOnceMax: number, waitMs = long) => boundedTransfers(payerOf, atOnceMax, waitMs);
  const begun = async (transfers: Transfers, payer: string): Promise<Request> => {
    const request = new Request(payer);
    await transfers.begin(request.context, async () => undefined);
    return request;
  };

  it('wait for their turn until others have ended', async () => {
    const transfers = transfersOf(2);
    const [first, second] = [await begun(transfers, '1.1'), await begun(transfers, '1.1')];
    const order: string[] = [];
    const third = new Request('1.1');
    const third_ = transfers.begin(third.context, async () => order.push('third'));
    const fourth = new Request('1.1');
    const fourth_ = transfers.begin(fourth.context, async () => order.push('fourth'));
    order.push('over');
    first.finish();
    await third_;
    second.leave();
    await fourth_;
    expect(order).to.deep.equal(['over', 'third', 'fourth']);
    expect([first.gone, third.gone, fourth.gone]).to.deep.equal([false, false, false]);
    third.finish();
    fourth.finish();
  });

  it('replace the oldest one of the user with the most, when they have waited for waitMs (transferWaitSecsMax)', async () => {
    const transfers = transfersOf(6, 5);
    const small = await begun(transfers, '1.1');
    const large: Request[] = [];
    for (let count = 0; count < 4; count += 1) large.push(await begun(transfers, '2.1'));
    const other = await begun(transfers, '2.2');
    const last = await Promise.all([begun(transfers, '1.2'), begun(transfers, '1.2')]);
    expect([small, ...large, other].map(({ gone }) => gone)).to.deep.equal([false, true, true, false, false, false]);
    for (const request of [small, ...large.slice(2), other, ...last]) request.finish();
  });

  it('replace others again and again, so that other users have their turn, but never one of their own user', async () => {
    const transfers = transfersOf(2, 5);
    const first = [await begun(transfers, '1.1'), await begun(transfers, '1.1')];
    const more = begun(transfers, '1.1');
    const other = await begun(transfers, '1.2');
    expect(first.map(({ gone }) => gone)).to.deep.equal([true, true]);
    for (const request of [await more, other]) request.finish();
  });

  it('do not begin, and replace none, once their client has left', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
    const transfers = transfersOf(1);
    const first = await begun(transfers, '1.1');
    const before = timers();
    const left = new Request('1.2');
    const failed = transfers.begin(left.context, async () => expect.fail('it begins')).catch((error: unknown) => error);
    expect(timers()).to.equal(before + 1);
    left.leave();
    first.finish();
    expect(await failed).to.be.instanceOf(ClientGone);
    expect(timers()).to.equal(before);
    (await begun(transfers, '1.1')).finish();
  });

  it('are refused if transfersWaitingMax wait', async () => {
    const transfers = transfersOf(1);
    const first = await begun(transfers, '1.1');
    const waiting = Array.from({ length: limits.transfersWaitingMax }, () => new Request('1.1'));
    const all = waiting.map(({ context }) => transfers.begin(context, async () => undefined));
    const failed = await begun(transfers, '1.1').catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(Refused);
    first.finish();
    for (const [at, one] of all.entries()) {
      await one;
      waiting[at]?.finish();
    }
  });

  it('release their place when they fail', async () => {
    const transfers = transfersOf(1);
    const failing = new Request('1.1');
    const failed = await transfers
      .begin(failing.context, async () => Promise.reject(new Error('no such file')))
      .catch((error: Error) => error.message);
    expect(failed).to.equal('no such file');
    failing.finish();
    (await begun(transfers, '1.1')).finish();
  });
});
