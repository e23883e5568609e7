/**
 * Resolves the host name of a webhook to its public addresses. The names are chosen by users, and their name servers may not answer. So the
 * name servers are asked directly: the system's resolver would hold one of the few threads of the process for each name, and those of
 * other users would wait for it.
 */
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress';
}

/** How long, in milliseconds, and how often a name server is asked. */
const patience = { timeout: 2_000, tries: 2 };

/** This host, whatever a name server says (RFC 6761). */
const thisHost = /^(?:.*\.)?localhost\.?$/i;

/** `nameServers`: instead of those of the system. */
export const publicLookup =
  (nameServers?: readonly string[]): LookupFunction =>
  (name, options, callback) => {
    publicAddresses(name, nameServers).then(
      ([first, ...others]) => {
        if (options.all) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };

/** At least one address. */
async function publicAddresses(
  name: string,
  nameServers?: readonly string[],
): Promise<[LookupAddress, ...LookupAddress[]]> {
  if (thisHost.test(name)) throw new ForbiddenAddress();
  // The settings of the system are read each time, because they may change.
  const resolver = new Resolver(patience);
  if (nameServers) resolver.setServers(nameServers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
  ];
  const [first, ...others] = found.filter(({ address }) => isPublicAddress(address));
  if (!first) throw new ForbiddenAddress();
  return [first, ...others];
}
