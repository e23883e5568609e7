/**
 * Authentication methods. Users get their API keys from an administrator, or on development servers from `dev_fetch_api_key`. All
 * other methods are reported as disabled.
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

/** `realm_authentication_methods` of a registration: the same methods under different names. */
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
