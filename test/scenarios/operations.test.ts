/** How the service is, over HTTP. */
import { expect } from 'chai';
import { type Loose, list } from '../support/client.ts';
import { refused, succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';

describe('operations', () => {
  const server = runningServer();
  const owner = server.as('owner');

  it('are shown to owners: log, ledger, read models, queues, and the recent load of the process', async () => {
    const member = server.as('member');
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }));
    succeeded(await member.post('/register', { event_types: ['message'] }));
    await said(member, 'general', 'x', 'the secret plan');
    // Everything is sealed, so that nothing is recorded meanwhile.
    await server.application.scrub();
    await server.application.caughtUp();
    const answer = succeeded(await owner.get('/operations'));
    const { log, read_models: models, queues, samples } = answer as Record<string, Loose>;
    expect((log as Loose).position).to.equal((models as Loose).position);
    expect(list((models as Loose).models).map(({ name }) => name)).to.include.members(['messages', 'trail', 'feed']);
    expect((queues as Loose).count).to.equal(1);
    const [queue] = list((queues as Loose).shown);
    expect(queue?.user_id).to.equal(member.account.user_id);
    expect(Number(queue?.backlog)).to.be.greaterThan(0);
    expect(Number(list(samples)[0]?.memory_bytes)).to.be.greaterThan(1e6);
    expect(JSON.stringify(answer)).to.not.include('secret plan').and.not.include('general');
  });

  it('are shown to nobody else', async () => {
    const forbidden = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
    for (const name of ['admin', 'member', 'guest', 'bot'] as const)
      refused(await server.as(name).get('/operations'), forbidden);
    expect((await server.with({ email: '', api_key: '' }).get('/operations')).status).to.equal(401);
  });

  it('are refused for an earlier moment and as another user, before a moment is reconstructed', async () => {
    const auditor = server.as('auditor');
    const eyes = { 'Audit-Reason': 'Case 4711', 'Verbatim-As-User': String(owner.account.user_id) };
    const readOnly = {
      code: 'READ_ONLY_PAST',
      msg: 'With Verbatim-As-Of or Verbatim-As-User only POST /register and GET are answered, without files, event queues and the state of the service',
    };
    refused(await auditor.get('/operations', {}, eyes), readOnly, 405);
    const { records } = succeeded(await auditor.get('/audit/events', { limit: 1 }));
    const then = { ...eyes, 'Verbatim-As-Of': String(list(records)[0]?.id) };
    refused(await auditor.get('/operations', {}, then), readOnly, 405);
    expect(await server.application.watch.metrics.text()).to.match(/^verbatim_pasts 0$/m);
  });
});
