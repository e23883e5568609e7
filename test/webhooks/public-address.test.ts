/** Which addresses a webhook may reach in production. */
import { expect } from 'chai';
import { isPublicAddress } from '../../src/webhooks/public-address.ts';

const open = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00::1',
];

const closed = {
  'this host': ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'of a cloud, for the machine itself': ['168.63.129.16'],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  shared: ['100.64.0.1', '100.127.255.255'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarks: ['198.18.0.1', '198.19.255.255'],
  'multicast and reserved': ['224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', 'ff02::1'],
  'IPv4 in IPv6': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1'],
  'IPv4 behind IPv6': ['64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1'],
  'no address': ['', 'localhost', '127.1', '0x7f.0.0.1', '2130706433', '1.1.1.1.1', '[::1]', 'example.com'],
};

describe('the addresses that webhooks may reach', () => {
  for (const address of open)
    it(`include ${address}`, () => {
      expect(isPublicAddress(address)).to.equal(true);
    });

  for (const [kind, addresses] of Object.entries(closed))
    for (const address of addresses)
      it(`exclude ${kind}: ${address || 'nothing'}`, () => {
        expect(isPublicAddress(address)).to.equal(false);
      });
});
