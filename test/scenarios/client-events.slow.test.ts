/** The client events of an earlier time are the same as event queues got then. */
import { expect } from 'chai';
import fc from 'fast-check';
import { seedOfRun } from '../simulation/chance.ts';
import { type Client, type Loose, list, type Parameters } from '../support/client.ts';
import { badRequest, refused, succeeded } from '../support/expect-answer.ts';
import { drained } from '../support/following.ts';
import { said } from '../support/messages.ts';
import { perform, write } from '../support/perform-write.ts';
import { withoutServedNames } from '../support/served-names.ts';
import { runningServer } from '../support/server.ts';
import { isEmbedded } from '../support/test-stores.ts';

const seed = seedOfRun();
/** Presence and typing are not kept, and an invitation that has ended leaves the log. */
const notKept = ['presence', 'typing', 'invites_changed'];

describe(`the client events of a user (SEED=${seed})`, function () {
  this.timeout(60_000);
  const server = runningServer({ VERBATIM_REQUESTS_PER_MINUTE_MAX: '1000000' });
  const auditor = server.as('auditor');

  const reason = 'Case 4711';
  const eventsOf = async (client: Client, parameters: Parameters): Promise<Loose> =>
    succeeded(await auditor.get(`/audit/users/${client.account.user_id}/client-events`, { reason, ...parameters }));
  const newest = async (): Promise<string> =>
    String(list(succeeded(await auditor.get('/audit/events', { limit: 1 })).records)[0]?.id);

  it('are what queues with the same options received, with the same ids', async () => {
    const capabilities = { notification_settings_null: true, bulk_message_deletion: true };
    const options = [
      { apply_markdown: true, client_gravatar: true, client_capabilities: capabilities },
      { event_types: ['message', 'subscription', 'update_message'], all_public_streams: true },
    ];
    const since = await newest();
    const queues: { client: Client; wanted: Parameters; registered: Loose }[] = [];
    for (const [at, name] of (['owner', 'member', 'guest', 'bot'] as const).entries()) {
      const [client, wanted] = [server.as(name), options[at % 2] ?? {}];
      queues.push({ client, wanted, registered: succeeded(await client.post('/register', wanted)) });
    }
    for (const one of fc.sample(write, { numRuns: isEmbedded ? 50 : 30, seed })) await perform(server, one);
    const until = await newest();
    for (const { client, wanted, registered } of queues) {
      const live = (await drained(client, registered)).filter(({ type }) => !notKept.includes(String(type)));
      const { events } = await eventsOf(client, { ...wanted, since, until, limit: 1000 });
      const lasting = list(events).filter(({ type }) => !notKept.includes(String(type)));
      // The queue was polled after everything had happened, so its names are those of that time. They are not compared.
      expect(lasting.map(withoutServedNames), JSON.stringify(wanted)).to.deep.equal(
        withoutKeys(live).map(withoutServedNames),
      );
    }
  });

  it('are answered in pages, none twice', async () => {
    const member = server.as('member');
    succeeded(await server.as('owner').post('/users/me/subscriptions', { subscriptions: [{ name: 'pages' }] }));
    succeeded(await member.post('/users/me/subscriptions', { subscriptions: [{ name: 'pages' }] }));
    const since = await newest();
    for (let number = 1; number <= 7; number += 1) await said(member, 'pages', 'x', `${number}`);
    const contents: unknown[] = [];
    let cursor: string | null | undefined;
    do {
      const wanted = { since, limit: 3, event_types: ['message'], ...(cursor !== undefined && { cursor }) };
      const page = await eventsOf(member, wanted);
      contents.push(...list(page.events).map(({ message }) => (message as Loose).content));
      cursor = page.next_cursor as unknown as string | null;
    } while (cursor !== null);
    expect(contents).to.deep.equal(['1', '2', '3', '4', '5', '6', '7']);
    const narrow = [['topic', 'elsewhere']];
    expect((await eventsOf(member, { since, event_types: ['message'], narrow })).events).to.deep.equal([]);
  });

  it('are for auditors, for existing users and moments', async () => {
    const [first, second] = [await newest(), await newest()];
    const path = `/audit/users/${server.as('member').account.user_id}/client-events`;
    const forbidden = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an auditor' };
    refused(await server.as('owner').get(path, { reason, since: first }), forbidden, 403);
    expect((await auditor.get(path, { since: first })).body.var_name).to.equal('reason');
    const nobody = await auditor.get('/audit/users/4711/client-events', { reason, since: first });
    refused(nobody, { msg: 'No such user', code: 'NOT_FOUND' }, 404);
    badRequest(await auditor.get(path, { reason, since: second, until: first }), 'until is before since');
    badRequest(await auditor.get(path, { reason, since: '2100-01-01' }), 'since is in the future');
    badRequest(await auditor.get(path, { reason, since: first, until: '2100-01-01' }), 'until is in the future');
  });
});

/** Nobody who looks back gets keys and tokens. */
const withoutKeys = (events: readonly Loose[]): Loose[] =>
  JSON.parse(
    JSON.stringify(events, (name, value: unknown) => (name === 'api_key' || name === 'token' ? null : value)),
  ) as Loose[];
