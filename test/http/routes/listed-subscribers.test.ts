import { expect } from 'chai';
import { endpoints } from '../../../src/http/routes/index.ts';
import type { ReadView } from '../../../src/ports/read-store.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { realmId, testNow } from '../../support/given.ts';
import { lowerLimits } from '../../support/lower-limits.ts';
import { organization, readAfter, user } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';

describe('subscribers in the list of subscriptions', () => {
  lowerLimits({ subscribersPerRequest: 50 });

  it('count as more requests of the caller (subscribersPerRequest)', async () => {
    const everybody = Array.from({ length: 10 }, (_, at) => at + 1);
    const streams = (2 * limits.subscribersPerRequest) / everybody.length;
    const past = Array.from({ length: streams }, (_, at) => opened(at + 1, `stream ${at}`, everybody));
    const view = await readAfter([...organization(), ...past]);
    const costOf = async (include_subscribers: boolean): Promise<number> => {
      const charged: number[] = [];
      const call = {
        realmId,
        userId: user(1),
        parameters: { include_subscribers },
        charge: (requests: number) => charged.push(requests),
      };
      const services = { read: <T>(body: (of: ReadView) => Promise<T>) => body(view), now: () => testNow };
      await endpoints.find(({ id }) => id === 'getSubscriptions')?.handle(call as never, services as never);
      return charged.reduce((sum, one) => sum + one, 0);
    };
    expect(await costOf(true)).to.equal(2);
    expect(await costOf(false)).to.equal(0);
  });
});
