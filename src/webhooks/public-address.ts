/**
 * Which IP addresses are public. A bot's owner chooses the URL of its webhook, and must not reach through this server into a private
 * network.
 */
import { BlockList, isIP } from 'node:net';

const blockList = (family: 'ipv4' | 'ipv6', ...subnets: string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
};

/** IANA's registry of special-purpose addresses: this host, private, shared, link-local, documentation, multicast, reserved. */
const special4 = blockList(
  'ipv4',
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  // Azure's services for a virtual machine, which only that machine reaches.
  '168.63.129.16/32',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
);

/** An IPv4 address written as IPv6. The rules for IPv4 apply to it. */
const mapped = blockList('ipv6', '::ffff:0:0/96');
const global6 = blockList('ipv6', '2000::/3');
/** Within `global6`: protocol assignments and Teredo, documentation, and 6to4, which can contain any IPv4 address. */
const special6 = blockList('ipv6', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');

/** False for a text that is no address, and for every address that is not known to be public. */
export function isPublicAddress(text: string): boolean {
  const address = text.replace(/%.*$/s, '');
  switch (isIP(address)) {
    case 4:
      return !special4.check(address, 'ipv4');
    case 6:
      if (mapped.check(address, 'ipv6')) return !special4.check(address, 'ipv6');
      return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
    default:
      return false;
  }
}
