/** GET /server_settings: anyone may ask (spec, Server; api-facts §10). */
import { z } from 'zod';
import { readServerSettings } from '../../queries/server-settings.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';

/** The one client that is deemed incompatible, for tests of clients (api-facts §10). */
const incompatible = /^ZulipInvalid(?![^/ ])/;

export const serverSettings: AnyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/server_settings',
  summary: 'Version of the server, ways to sign in, and what the organization is called',
  section: 'GET /api/v1/server_settings',
  access: 'anyone',
  tagged: true,
  parameters: z.object({}),
  response: z.object({
    authentication_methods: z.record(z.string(), z.boolean()),
    external_authentication_methods: z.array(
      z.object({
        name: z.string(),
        display_name: z.string(),
        display_icon: z.string().nullable(),
        login_url: z.string(),
        signup_url: z.string(),
      }),
    ),
    service_version: z.string(),
    service_feature_level: z.int(),
    zulip_version: z.string(),
    zulip_feature_level: z.int(),
    push_notifications_enabled: z.boolean(),
    is_incompatible: z.boolean(),
    email_auth_enabled: z.boolean(),
    require_email_format_usernames: z.boolean(),
    realm_uri: z.string().optional(),
    realm_name: z.string().optional(),
    realm_icon: z.string().optional(),
    realm_description: z.string().optional(),
  }),
  refusals: [],
  handle: (call, services) =>
    services.read((view) =>
      readServerSettings(view, call.rootHost ? undefined : call.realmId, {
        uri: call.origin,
        development: services.config.mode === 'development',
        incompatible: incompatible.test(call.headers['user-agent'] ?? ''),
      }),
    ),
});
