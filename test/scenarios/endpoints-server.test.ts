/** GET /server_settings: every field, without authentication (docs/api.md, Server settings). */
import { expect } from 'chai';
import { ask } from '../http/stub-app.ts';
import { succeeded } from '../support/expect-answer.ts';
import { runningServer, startServer } from '../support/server.ts';

describe('GET /server_settings', () => {
  const server = runningServer();

  const settings = async (headers = {}) =>
    (await ask({ port: Number(new URL(server.base).port) }, '/api/v1/server_settings', { headers })).json;

  it('every field, without authentication', async () => {
    const { realm_icon, service_version, realm_uri, ...others } = await settings();
    expect(realm_icon).to.match(/^https?:\/\//);
    expect(service_version).to.match(/^\d+\.\d+\.\d+/);
    expect(String(realm_uri)).to.match(/^http:\/\/localhost:\d+$/);
    const methods = ['ldap', 'remoteuser', 'saml', 'azuread', 'github', 'gitlab', 'apple', 'google'];
    expect(others).to.deep.equal({
      result: 'success',
      msg: '',
      authentication_methods: {
        ...Object.fromEntries(methods.map((name) => [name, false])),
        password: true,
        email: true,
        dev: true,
      },
      external_authentication_methods: [],
      service_feature_level: 27,
      zulip_feature_level: 27,
      zulip_version: '3.1',
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_name: 'Verbatim Dev',
      realm_description: '',
    });
  });

  it('is_incompatible: true only for the one incompatible client', async () => {
    expect(await settings({ 'User-Agent': 'ZulipInvalid/5.0' })).to.include({ is_incompatible: true });
    expect(await settings({ 'User-Agent': 'ZulipInvalidated/5.0' })).to.include({ is_incompatible: false });
    expect(await settings({ 'User-Agent': 'ZulipMobile/27' })).to.include({ is_incompatible: false });
  });

  it('the registration answers the same feature level', async () => {
    const state = succeeded(await server.as('member').post('/register', { event_types: [] }));
    const { service_feature_level, service_version } = await settings();
    expect(state).to.include({ service_feature_level, service_version });
  });

  it('realm_uri is the address of the request, or the configured one', async () => {
    const host = 'dev.localhost:9991';
    expect(await settings({ Host: host })).to.include({ realm_uri: `http://${host}` });
    const configured = await startServer({ VERBATIM_PUBLIC_URL: 'https://chat.example' });
    const { json } = await ask({ port: Number(new URL(configured.base).port) }, '/api/v1/server_settings');
    expect(json).to.include({ realm_uri: 'https://chat.example' });
    await configured.stop();
  });
});
