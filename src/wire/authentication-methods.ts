/**
 * Ways to sign in. People get their keys from their administrators, on development servers
 * from `dev_fetch_api_key`; everything else is answered as disabled.
 */

/** `authentication_methods` of server settings. */
export const authenticationMethods = (development: boolean) => ({
  password: false,
  dev: development,
  email: false,
  ldap: false,
  remoteuser: false,
  saml: false,
  azuread: false,
  github: false,
  gitlab: false,
  apple: false,
  google: false,
});

/** `realm_authentication_methods` of a registration: the same under the names that it has there. */
export const realmAuthenticationMethods = (development: boolean) => ({
  Dev: development,
  Email: false,
  LDAP: false,
  RemoteUser: false,
  SAML: false,
  AzureAD: false,
  GitHub: false,
  GitLab: false,
  Apple: false,
  Google: false,
});
