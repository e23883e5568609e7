import { expect } from 'chai';
import { endpoints } from '../../../src/http/routes/index.ts';

describe('an answer about streams that others closed in the meantime', () => {
  it('names them, although a stream that was closed before is an error', async () => {
    const subscribing = endpoints.find(({ id }) => id === 'subscribe');
    const result = { subscribed: {}, alreadySubscribed: {}, unauthorized: ['plans'], count: 0, noticesFollow: false };
    const services = { run: async () => ({ result, position: 1 }) };
    const parameters = { subscriptions: [{ name: 'plans' }], principals: [], authorization_errors_fatal: true };
    const answer = await subscribing?.handle({ parameters, charge: () => undefined } as never, services as never);
    expect(answer).to.deep.equal({ subscribed: {}, already_subscribed: {}, unauthorized: ['plans'] });
  });
});
