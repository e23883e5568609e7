import { expect } from 'chai';
import { z } from 'zod';
import { defineEndpoint } from '../../src/http/define-endpoint.ts';
import type { Given } from '../support/given.ts';
import { founded, newUser } from '../support/past-events.ts';
import { deactivated, keyRotated, reactivated, realmDeactivated, realmReactivated } from '../support/writes.ts';
import { as, ask, startApp } from './stub-app.ts';

describe('a caller who waits for a long answer', () => {
  it('is accepted as long as a new request with the same key would be', async () => {
    let isStillKnown: (() => boolean) | undefined;
    const endpoint = defineEndpoint({
      route: 'GET /me',
      id: 'me',
      summary: '',
      description: '',
      access: 'user',
      parameters: z.object({}),
      response: z.object({}),
      example: {},
      async handle(call) {
        isStillKnown = call.isStillKnown;
        return {};
      },
    });
    const app = await startApp([endpoint], [founded(), ...newUser(1), ...newUser(2)]);
    await ask(app, '/api/v1/me', { headers: as(2) });
    const knownAfter = (...more: Given[]): boolean | undefined => {
      app.happens(more);
      return isStillKnown?.();
    };
    expect(knownAfter()).to.equal(true);
    expect(knownAfter(deactivated(1))).to.equal(true);
    expect(knownAfter(realmDeactivated())).to.equal(false);
    expect(knownAfter(realmReactivated())).to.equal(true);
    expect(knownAfter(deactivated(2))).to.equal(false);
    expect(knownAfter(reactivated(2))).to.equal(true);
    expect(knownAfter(keyRotated(2, 2))).to.equal(false);
    await app.close();
  });
});
