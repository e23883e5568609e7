/** Walks the table of limits: each is reached and passed once, here or in a test of its own. */
import { type LimitName, limitTable } from '../../src/vocabulary/limits.ts';
import { runningServer } from '../support/server.ts';
import type { Check, World } from './checks.ts';
import { elsewhere } from './elsewhere.ts';
import { overHttp } from './over-http.ts';

/** A limit without a check does not compile. */
const checks: Readonly<Record<LimitName, Check>> = { ...overHttp, ...elsewhere };

describe('each limit is reached and passed', () => {
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '100000' });
  let world: World;
  before(async () => {
    const owner = server.as('owner');
    await server.as('member').post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
    const made = await owner.post('/realm/profile_fields', { name: 'About me', field_type: 2 });
    world = { server, member: server.as('member'), owner, longField: Number(made.body.id) };
  });

  for (const rows of Object.values(limitTable))
    for (const [name, { value, what }] of Object.entries(rows))
      it(`${name}: ${what}`, () => checks[name as LimitName](world, value));
});
