/**
 * The network address that a request comes from. A proxy names its clients in `X-Forwarded-For`. The header is used only if the
 * connection comes from a proxy that the operator has named, because any client can send it.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';

export type AddressOf = (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string;

/** `trustedProxies`: addresses and subnets (`10.0.0.0/8`). */
export function clientAddress(trustedProxies: readonly string[]): AddressOf {
  const isTrusted = amongProxies(trustedProxies);
  return ({ socket, headers }) => {
    let address = plainAddress(socket.remoteAddress ?? '');
    const header = headers['x-forwarded-for'];
    const named = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
    // Each proxy appends the address of its caller. Once an address is not a trusted proxy, everything to the left of it was written by
    // that client.
    while (isTrusted(address)) {
      const next = plainAddress(named.pop()?.trim() ?? '');
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** Whether the other end of a connection is a proxy that the operator has named. */
export function fromProxy(trustedProxies: readonly string[]): (socket: Pick<Socket, 'remoteAddress'>) => boolean {
  const isTrusted = amongProxies(trustedProxies);
  return ({ remoteAddress = '' }) => isTrusted(plainAddress(remoteAddress));
}

function amongProxies(trustedProxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const one of trustedProxies) {
    const [address = '', prefix] = one.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** The address without port, brackets and zone. An IPv4 address in IPv6 notation becomes plain IPv4. */
const plainAddress = (text: string): string =>
  text
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/s, '')
    .replace(/^::ffff:(?=\d+\.)/i, '');

/** The network of an address: the first 64 bits of an IPv6 address, because a client has its whole subnet; an IPv4 address as it is. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = '', right] = address.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? [] : new Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** The network at the other end of a connection, whatever its requests say. */
export const networkOfPeer = ({ remoteAddress = '' }: Pick<Socket, 'remoteAddress'>): string =>
  networkOf(plainAddress(remoteAddress));
