/**
 * Authentication methods. People get their API keys by their password, and on development servers by their address alone. All other
 * methods are reported as disabled.
 */

/** `authentication_methods` of server settings. */
export const authenticationMethods = (development: boolean) => ({
  password: true,
  dev: development,
  email: true,
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
  Email: true,
  LDAP: false,
  RemoteUser: false,
  SAML: false,
  AzureAD: false,
  GitHub: false,
  GitLab: false,
  Apple: false,
  Google: false,
});

/**
 * What a change of `authentication_methods` comes to: which are on is decided by the service, not by an organization. Methods that are not
 * named stay as they are.
 */
export function authenticationWish(
  wanted: Readonly<Record<string, boolean>>,
  development: boolean,
): 'none' | 'same' | 'other' {
  const now = new Map<string, boolean>(Object.entries(realmAuthenticationMethods(development)));
  const wishes = Object.entries(wanted);
  if (!wishes.some(([, on]) => on)) return 'none';
  return wishes.every(([name, on]) => now.get(name) === on) ? 'same' : 'other';
}
