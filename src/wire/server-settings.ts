/** The public settings of the server, readable without authentication. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import { versionFields } from '../vocabulary/versions.ts';
import { authenticationMethods } from './authentication-methods.ts';
import { type RealmFacts, realmIcon } from './realm.ts';

export const versionShape = {
  service_version: z.string().describe('The version of this server'),
  service_feature_level: z.int().describe('The same as `zulip_feature_level`'),
  zulip_version: z.string().describe('The Zulip release whose API this server implements'),
  zulip_feature_level: z.int(),
};

export const ServerSettings = z.object({
  authentication_methods: z.record(z.string(), z.boolean()).describe('Ways to sign in, and which of them are on'),
  external_authentication_methods: z
    .array(
      z.object({
        name: z.string(),
        display_name: z.string(),
        display_icon: z.string().nullable(),
        login_url: z.string(),
        signup_url: z.string(),
      }),
    )
    .describe('The provider of single sign-on, if there is one'),
  ...versionShape,
  push_notifications_enabled: z.boolean(),
  is_incompatible: z.boolean().describe('Whether the client is too old for this server'),
  email_auth_enabled: z.boolean(),
  require_email_format_usernames: z.boolean(),
  realm_uri: z.string().optional().describe('The address that clients use'),
  realm_name: z.string().optional(),
  realm_icon: z.string().optional(),
  realm_description: z.string().optional().describe('HTML'),
});

/** The single sign-on provider. The web page at `login_url` starts the sign-in. */
const provider = {
  name: 'openid_connect',
  display_name: 'Single sign-on',
  display_icon: null,
  login_url: '/#sso',
  signup_url: '/#sso',
};

/** `realm` is undefined for the root host of several organizations; the fields of an organization are then omitted. */
export const serverSettings = (
  server: {
    readonly uri: string;
    readonly development: boolean;
    readonly incompatible: boolean;
    readonly provider?: boolean;
  },
  realm: RealmFacts | undefined,
): DeepReadonly<z.infer<typeof ServerSettings>> => ({
  authentication_methods: authenticationMethods(server.development),
  external_authentication_methods: server.provider ? [provider] : [],
  ...versionFields,
  push_notifications_enabled: false,
  is_incompatible: server.incompatible,
  email_auth_enabled: true,
  require_email_format_usernames: true,
  ...(realm === undefined
    ? {}
    : {
        realm_uri: server.uri,
        realm_name: realm.name,
        realm_icon: realmIcon(realm),
        realm_description: realm.renderedDescription,
      }),
});
