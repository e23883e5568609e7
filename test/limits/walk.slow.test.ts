/** Reaches and exceeds each limit of `over-http.ts`. */
import { type LimitName, limits } from '../../src/vocabulary/limits.ts';
import { runningServer } from '../support/server.ts';
import type { Check, World } from './checks.ts';
import { overHttp } from './over-http.ts';

describe('a limit over HTTP is reached and exceeded', () => {
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  let world: World;
  before(async () => {
    const owner = server.as('owner');
    await server.as('member').post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const made = await owner.post('/realm/profile_fields', { name: 'About me', field_type: 2 });
    world = { server, member: server.as('member'), owner, longField: Number(made.body.id) };
  });

  for (const [name, check] of Object.entries(overHttp) as [LimitName, Check][])
    it(name, () => check(world, limits[name]));
});
