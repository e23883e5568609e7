import { expect } from 'chai';
import { readServerSettings } from '../../src/queries/server-settings.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { happened, realmId } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';

const server = { uri: 'https://chat.example', development: false, incompatible: false };
const founded = happened(logStream.realm(realmId), 'RealmCreated', {
  realmId,
  subdomain: 'test',
  name: 'Test',
  description: '*Hello*',
  renderedDescription: '<p><em>Hello</em></p>',
  emailDomain: 'test.example',
});

describe('GET /server_settings', () => {
  it('has the versions under both names, and the organization', async () => {
    const settings = await readServerSettings(await readAfter(founded), realmId, server);
    expect(settings).to.deep.include({
      service_version: '0.1.0',
      service_feature_level: 27,
      zulip_version: '3.1',
      zulip_feature_level: 27,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      external_authentication_methods: [],
      realm_uri: 'https://chat.example',
      realm_name: 'Test',
      realm_description: '<p><em>Hello</em></p>',
    });
    expect(settings.realm_icon).to.match(/^https:\/\//);
  });

  it('has the available authentication methods', async () => {
    const methods = async (development: boolean) =>
      (await readServerSettings(await readAfter(founded), realmId, { ...server, development })).authentication_methods;
    expect(await methods(false)).to.have.all.keys(
      'password dev email ldap remoteuser saml azuread github gitlab apple google'.split(' '),
    );
    const enabled = async (development: boolean) =>
      Object.entries(await methods(development)).flatMap(([name, isOn]) => (isOn ? [name] : []));
    expect(await enabled(false)).to.deep.equal(['password', 'email']);
    expect(await enabled(true)).to.deep.equal(['password', 'dev', 'email']);
  });

  it('contains no organization on the root host', async () => {
    const settings = await readServerSettings(await readAfter(founded), undefined, { ...server, incompatible: true });
    expect(Object.keys(settings).filter((key) => key.startsWith('realm_'))).to.deep.equal([]);
    expect(settings).to.include({ zulip_version: '3.1', is_incompatible: true });
  });
});
