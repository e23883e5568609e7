/** Finds the organization of a request by its host name. */
import type { Config } from '../../config.ts';
import type { ServerState } from '../../state/realm-state.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import { invalid } from './parameter-errors.ts';
import type { Context, Middleware } from './request-context.ts';

/** Stores the host and its organization in the request's state. Throws if the host is not a valid name. */
export const organizationByHost =
  ({ config, state }: Pick<Services, 'config' | 'state'>): Middleware =>
  (context, next) => {
    const unnamed = context.req.httpVersion === '1.0' ? 'localhost' : '';
    const host = hostOfRequestLine(context) ?? context.req.headers.host ?? unnamed;
    // A proxy may have read another one of several Host headers (RFC 9112 demands a refusal).
    const isAmbiguous = context.req.rawHeaders.filter(isNameOfHost).length > 1;
    if (!isHost(host) || isAmbiguous) throw new ProblemError(invalid('The Host header is not valid'));
    // A final dot only says that the name is complete (RFC 1034).
    context.state.host = host.replace(/\.(?=:|$)/, '');
    context.state.realmId = realmOfHost(context.state.host, config, state);
    return next();
  };

/** An absolute request line (`GET http://host/path`) names the host, whatever the Host header says (RFC 9112). */
function hostOfRequestLine(context: Context): string | undefined {
  if (context.req.url?.startsWith('/')) return undefined;
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(context.url) ?? [];
  if (host !== undefined) context.url = rest.startsWith('/') ? rest : `/${rest}`;
  return host;
}

/**
 * The organization of `<subdomain>.<domain>`, or else the default organization. Undefined for the root host without a default organization.
 */
function realmOfHost(host: string, config: Config, state: ServerState): RealmId | undefined {
  return state.bySubdomain.get(subdomainOf(host, config.domain)) ?? state.bySubdomain.get(config.defaultRealm);
}

/** Empty if a host has no subdomain. */
export function subdomainOf(host: string, domain: string): string {
  const name = host.replace(/:[0-9]*$/, '').toLowerCase();
  return name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : '';
}

/** Names and values take turns in the headers as they were sent. */
const isNameOfHost = (text: string, at: number): boolean => at % 2 === 0 && text.toLowerCase() === 'host';

/** The characters allowed in a Host header. They are restricted because answers repeat the host. */
const isHost = (host: string): boolean =>
  /^[A-Za-z0-9._-]+(:[0-9]{1,5})?$|^\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?$/.test(host);
