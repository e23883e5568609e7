import { expect } from 'chai';
import { runningServer } from '../../support/server.ts';

describe('a production server without a default organization', () => {
  const server = runningServer({ VERBATIM_MODE: 'production', VERBATIM_DEFAULT_REALM: '' });

  it('returns no API keys', async () => {
    const username = server.as('member').account.email;
    const body = new URLSearchParams({ username, password: 'x' });
    const refused = { result: 'error', msg: 'Dev environment not enabled.' };
    const fetched = await fetch(`${server.base}/api/v1/dev_fetch_api_key`, { method: 'POST', body });
    expect([fetched.status, await fetched.json()]).to.deep.equal([400, refused]);
    const listed = await fetch(`${server.base}/api/v1/dev_list_users`);
    expect([listed.status, await listed.json()]).to.deep.equal([400, refused]);
  });

  it('shows no organization on its root host, and reports development login as disabled', async () => {
    const response = await fetch(`${server.base}/api/v1/server_settings`);
    const settings = (await response.json()) as Record<string, unknown>;
    expect(response.status).to.equal(200);
    expect(settings).to.include({ zulip_version: '3.1', service_feature_level: 27 });
    expect(settings).to.have.deep.nested.property('authentication_methods.dev', false);
    expect(Object.keys(settings).filter((key) => key.startsWith('realm_'))).to.deep.equal([]);
  });
});
