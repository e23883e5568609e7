/**
 * Authentication methods. People get their API keys with their password, and on development servers with their address alone. All other
 * methods are reported as disabled.
 */

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
 * The meaning of a change of `authentication_methods`. The service decides which methods are enabled, not an organization. Methods that are
 * not named stay unchanged.
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
