import { expect } from 'chai';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { given } from '../../support/given.ts';
import { crowd, crowded } from './crowd.ts';
import { names, prepared } from './subscribing.ts';

describe('the notices of a request that subscribes others', () => {
  it('are sent to nobody if they would be sent to very many (subscriptionNoticesMax)', () => {
    const notified = (count: number): number => {
      const people = crowd.slice(0, count);
      const { decision } = given(crowded).when(
        subscribe,
        { channels: names('Plans'), principals: people },
        { actor: 3, prepared },
      );
      if (!decision.ok) throw new Error(decision.refusal.code);
      const events = decision.appends.flatMap((append) => append.events);
      return events
        .flatMap((event) => (event.type === 'SubscribersAdded' ? (event.data.notify ?? []) : []))
        .flatMap(({ userIds }) => userIds).length;
    };
    expect(notified(limits.subscriptionNoticesMax)).to.equal(limits.subscriptionNoticesMax);
    expect(notified(limits.subscriptionNoticesMax + 1)).to.equal(0);
  });
});
