/** GET /server_settings, which needs no authentication. */
import { readServerSettings } from '../../queries/server-settings.ts';
import { versionFields } from '../../vocabulary/versions.ts';
import { ServerSettings } from '../../wire/server-settings.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { avatarExample } from '../openapi/examples.ts';

/** Clients with this name are always incompatible, so that client developers can test that case. */
const incompatible = /^ZulipInvalid(?![^/ ])/;

export const serverSettings = defineEndpoint({
  id: 'getServerSettings',
  route: 'GET /server_settings',
  summary: 'Get the settings of the server',
  description:
    'Returns the version of the server, the ways to sign in, and the name of the organization. Needs no authentication.',
  access: 'anyone',
  tagged: true,
  response: ServerSettings,
  example: {
    authentication_methods: { password: true, dev: false },
    external_authentication_methods: [],
    ...versionFields,
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_uri: 'https://chat.example.com',
    realm_name: 'Example',
    realm_icon: avatarExample,
    realm_description: '<p>The example organization</p>',
  },
  handle: (call, services) =>
    services.read((view) =>
      readServerSettings(view, call.rootHost ? undefined : call.realmId, {
        uri: call.origin(),
        provider: services.singleSignOn !== undefined,
        development: services.config.mode === 'development',
        incompatible: incompatible.test(call.headers['user-agent'] ?? ''),
      }),
    ),
});
