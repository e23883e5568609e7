/** Which organization a host name means (api-facts §0.2a, Users and organizations). */
import type { Config } from '../../config.ts';
import type { ServerState } from '../../state/realm-state.ts';
import type { RealmId } from '../../vocabulary/ids.ts';

/** `<subdomain>.<domain>`, else the default organization; undefined: the root host, where there is none. */
export function realmOfHost(host: string, config: Config, state: ServerState): RealmId | undefined {
  return state.bySubdomain.get(subdomainOf(host, config.domain)) ?? state.bySubdomain.get(config.defaultRealm);
}

/** The empty text where a host names none. */
function subdomainOf(host: string, domain: string): string {
  const name = host.replace(/:[0-9]*$/, '').toLowerCase();
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : '';
}

/** What may stand in a Host header; it is repeated in answers. */
export const isHost = (host: string): boolean =>
  /^[A-Za-z0-9._-]+(:[0-9]{1,5})?$|^\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?$/.test(host);
