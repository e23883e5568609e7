/** Unknown parameters below `/audit/`: a misspelled filter must not answer everything. */
import { expect } from 'chai';
import { endpoints } from '../../src/http/routes/index.ts';
import { type Loose, list } from '../support/client.ts';
import { refused, succeeded } from '../support/expect-answer.ts';
import { runningServer } from '../support/server.ts';

describe('a parameter that an endpoint does not have', () => {
  const server = runningServer();
  const owner = server.as('owner');

  it('is refused by name below /audit/, before anything is done or recorded', async () => {
    const unknown = { code: 'BAD_REQUEST', msg: 'Unknown parameter: strem_id' };
    refused(await owner.get('/audit/events', { strem_id: 99 }), unknown);
    refused(await owner.get('/audit/objects/user/1', { strem_id: 99 }), unknown);
    refused(await owner.get('/audit/ledger/key', { strem_id: 99 }), unknown);
    refused(await owner.post('/audit/auditors', { user_id: 1, reason: 'x', strem_id: 99 }), unknown);
    const { records } = succeeded(await owner.get('/audit/events', { action: 'access.' }));
    expect(list(records).map(({ after }) => (after as Loose).operation)).to.deep.equal(['GET /audit/events']);
  });

  it('is accepted if every request may have it, and ignored elsewhere', async () => {
    succeeded(await owner.get('/audit/actions', { client: 'website', reason: 'a look', api_key: 'x' }));
    expect((await owner.get('/audit/ledger/key', { reason: 'a look' })).status).to.not.equal(400);
    succeeded(await owner.get('/users/me', { strem_id: 99 }));
  });

  it('is refused by exactly the endpoints below /audit/', () => {
    const ofAudit = endpoints.filter(({ tag }) => tag === 'Audit');
    expect(ofAudit).to.deep.equal(endpoints.filter(({ path }) => path.startsWith('/audit/')));
  });
});
