/** The scheme and host that an answer gives as the organization's own address (`realm_uri`). */
import type { Config } from '../../config.ts';
import type { ServerState } from '../../state/realm-state.ts';
import { subdomainOf } from './organization.ts';
import type { Context } from './request-context.ts';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * `VERBATIM_PUBLIC_URL`, or else the host of the request if it belongs to this service. A caller can send any other host, so that such a host
 * is not repeated. Then the answer has the organization's name under the configured domain.
 */
export function originOf(context: Context, config: Config, state: ServerState): string {
  if (config.publicUrl) return config.publicUrl;
  const { host } = context.state;
  if (isOwnHost(host, context, config, state)) return `http://${host}`;
  const subdomain = [...state.bySubdomain].find(([, realmId]) => realmId === context.state.realmId)?.[0];
  const name = subdomain === undefined ? config.domain : `${subdomain}.${config.domain}`;
  return `http://${name}:${context.req.socket.localPort ?? config.port}`;
}

/** Whether the host belongs to this service: by its name, or because it is the address to which the connection was made. */
function isOwnHost(host: string, { req }: Context, config: Config, state: ServerState): boolean {
  const name = host.replace(/:[0-9]*$/, '').toLowerCase();
  if (name === config.domain || name === config.host || loopback.has(name)) return true;
  const local = req.socket.localAddress?.replace(/^::ffff:/, '');
  if (local !== undefined && (name === local || name === `[${local}]`)) return true;
  return state.bySubdomain.has(subdomainOf(host, config.domain));
}
