/** What incoming webhooks answer to bodies of every kind, with the whole service. */
import { expect } from 'chai';
import { integrations } from '../../src/webhooks/incoming/index.ts';
import { type Loose, list } from '../support/client.ts';
import { keptConnection } from '../support/kept-connection.ts';
import { runningServer } from '../support/server.ts';

type Sent = {
  readonly query?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body: string;
};

describe('the bodies of incoming webhooks', () => {
  const server = runningServer();
  let key = '';
  before(async () => {
    key = server.as('webhook_bot').account.api_key;
  });
  const kept = keptConnection(() => server.base);
  after(() => kept.close());

  async function call(name: string, { query = { api_key: key }, headers = {}, body }: Sent) {
    const path = `/api/v1/external/${name}?${new URLSearchParams(query)}`;
    const { status, text } = await kept.ask({ method: 'POST', path, headers, body });
    return { status, body: JSON.parse(text) as Loose };
  }

  async function newest(): Promise<Loose | undefined> {
    const asked = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
    return list((await server.as('member').get('/messages', asked)).body.messages)[0];
  }

  it('answer any JSON with 200 or 400', async () => {
    const odd = ['null', '0', '""', '[]', '{}', '[null]', '{"toString":1,"__proto__":null}', '{"alerts":[{}]}'];
    for (const { name, auth, eventHeader, bodies } of integrations) {
      const { email, api_key } = server.as('webhook_bot').account;
      const basic = { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` };
      const header = eventHeader === undefined ? {} : { [eventHeader]: Object.keys(bodies ?? {})[0] ?? 'x' };
      for (const body of odd) {
        const sent = {
          ...(auth === 'basic' ? { query: {} } : {}),
          headers: { ...basic, ...header },
          body,
        };
        const { status } = await call(name, sent);
        expect([200, 400], `${name} ${body}`).to.include(status);
      }
    }
  });

  it('read JSON from a form, if the senders of the integration post one', async () => {
    const payload = { text: 'ünder 100% & <https://x.example|x>', channel: '#general' };
    const form = (text: string) => call('slack_incoming', { query: { api_key: key, stream: 'general' }, body: text });
    expect((await form(`payload=${encodeURIComponent(JSON.stringify(payload))}&token=x`)).status).to.equal(200);
    expect(await newest()).to.include({ subject: 'general', content: 'ünder 100% & [x](https://x.example)' });
    expect((await form(String(new URLSearchParams({ payload: '{"text":"a b"}' })))).status).to.equal(200);
    expect(await newest()).to.include({ content: 'a b' });
    for (const text of ['payload=%ff', 'payload=', 'payload=x', 'other=%7B%7D'])
      expect((await form(text)).body.code, text).to.equal('INVALID_JSON');
  });

  it('accept the form that GitHub sends by default', async () => {
    const issue = { number: 5, title: 'Ü', html_url: 'https://github.com/o/r/issues/5', body: null };
    const payload = { action: 'opened', issue, repository: { name: 'r' }, sender: { login: 'octo' } };
    const sent = { query: { api_key: key, stream: 'general' }, headers: { 'X-GitHub-Event': 'issues' } };
    const body = String(new URLSearchParams({ payload: JSON.stringify(payload) }));
    expect((await call('github', { ...sent, body })).status).to.equal(200);
    expect(await newest()).to.include({ subject: 'r / issue #5 Ü' });
  });
});
