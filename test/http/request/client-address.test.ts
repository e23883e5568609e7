import { expect } from 'chai';
import fc from 'fast-check';
import { clientAddress, networkOf } from '../../../src/http/request/client-address.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded } }) as never;

describe('the address of a client', () => {
  const rows: [string, string[], string, string | undefined, string][] = [
    ['that of the connection', [], '203.0.113.9', undefined, '203.0.113.9'],
    ['that of the connection, whatever a header says', [], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['what a trusted proxy says', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
    [
      'an IPv4 address that is written as IPv6',
      ['10.0.0.0/8'],
      '::ffff:10.1.2.3',
      '::ffff:198.51.100.1',
      '198.51.100.1',
    ],
    [
      'what the nearest proxy that is not trusted was called by',
      ['10.0.0.1'],
      '10.0.0.1',
      '1.1.1.1, 198.51.100.1',
      '198.51.100.1',
    ],
    ['behind two trusted proxies', ['10.0.0.0/8'], '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['without the port', ['10.0.0.1'], '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['of IPv6 without the brackets', ['fd00::/8'], 'fd00::1', '[2001:db8::1]:4711', '2001:db8::1'],
    ['the proxy itself, where the header is no address', ['10.0.0.1'], '10.0.0.1', 'unknown', '10.0.0.1'],
    ['the proxy itself, without a header', ['10.0.0.1'], '10.0.0.1', undefined, '10.0.0.1'],
  ];
  for (const [name, trusted, remote, forwarded, expected] of rows)
    it(`is ${name}`, () => expect(clientAddress(trusted)(from(remote, forwarded))).to.equal(expected));

  it('is never an address that only an untrusted client has written', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (remote, forwarded) => {
        fc.pre(!remote.startsWith('10.'));
        expect(clientAddress(['10.0.0.0/8'])(from(remote, forwarded))).to.equal(remote);
      }),
    );
  });

  it('counts as one network with the other addresses of its IPv6 subnet', () => {
    expect(networkOf('2001:db8::1')).to.equal(networkOf('2001:0db8:0:0:ffff::2'));
    expect(networkOf('2001:db8:0:1::1')).to.not.equal(networkOf('2001:db8::1'));
    expect(networkOf('198.51.100.1')).to.equal('198.51.100.1');
  });
});
