/** What the server says of itself to anyone (spec, GET /server_settings; api-facts §10). */
import { versionFields } from '../vocabulary/versions.ts';
import { authenticationMethods } from './authentication-methods.ts';
import { type RealmFacts, realmIcon } from './realm.ts';

/** `realm` is absent on the root host of several organizations, and then so is everything about one. */
export const serverSettings = (
  server: { readonly uri: string; readonly development: boolean; readonly incompatible: boolean },
  realm: RealmFacts | undefined,
) => ({
  authentication_methods: authenticationMethods(server.development),
  external_authentication_methods: [],
  ...versionFields,
  push_notifications_enabled: false,
  is_incompatible: server.incompatible,
  email_auth_enabled: false,
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
