import { expect } from 'chai';
import {
  assertConnectionString,
  withConnectionNumber,
  withLeader,
} from '../../../src/adapters/eventstoredb/connection-string.ts';

describe('connection strings of eventstoredb', () => {
  it('differ for each connection after the first, in the keep-alive timeout alone', () => {
    expect(withConnectionNumber('esdb://one:2113?tls=false', 0)).to.equal('esdb://one:2113?tls=false');
    expect(withConnectionNumber('esdb://one:2113?tls=false', 3)).to.equal(
      'esdb://one:2113?tls=false&keepAliveTimeout=10003',
    );
    expect(withConnectionNumber('esdb://one:2113', 1)).to.equal('esdb://one:2113?keepAliveTimeout=10001');
    expect(withConnectionNumber('esdb://one?keepAliveTimeout=20000', 2)).to.equal(
      'esdb://one?keepAliveTimeout=20000&keepAliveTimeout=20002',
    );
  });

  it('name the leader in place of the only node, and leave several nodes to the client', () => {
    const leader = { address: '10.0.0.2', port: 2114 };
    expect(withLeader('esdb://user:pass@one:2113?tls=true', leader)).to.equal(
      'esdb://user:pass@10.0.0.2:2114?tls=true',
    );
    expect(withLeader('esdb://one', leader)).to.equal('esdb://10.0.0.2:2114');
    for (const cluster of ['esdb://one:2113,two:2113?tls=false', 'esdb+discover://one:2113'])
      expect(withLeader(cluster, leader)).to.equal(cluster);
  });

  it('name the leader if a password has a slash', () => {
    expect(withLeader('esdb://user:a/b@one:2113?tls=true', { address: 'two', port: 2114 })).to.equal(
      'esdb://user:a/b@two:2114?tls=true',
    );
  });

  it('are used with every option that is left to the operator', () => {
    const all =
      'tls=true&TLS_CA_FILE=/dev/null&keepAliveInterval=20000&keep-alive-timeout=20000&nodePreference=leader&connectionName=a';
    assertConnectionString(`esdb+discover://user:a/b%40c?d@one:2113?${all}`);
    assertConnectionString('esdb://one:2113,two:2113/');
  });

  /** The client ignores some options, and says so on the console, with the password. `throwOnAppendFailure` would hide conflicts. */
  const refused: readonly (readonly [text: string, why: RegExp])[] = [
    ['esdb://user:Pa55w0rd@one?tlsVerifyCert=false', /^the option tlsVerifyCert is not supported$/],
    ['esdb://user:Pa55w0rd@one?tls=true&tsl=false', /^the option tsl is not supported$/],
    ['esdb://user:Pa55w0rd@one?throwOnAppendFailure=false', /^the option throwOnAppendFailure is not supported$/],
    ['esdb://user:Pa55:w0rd@one', /^credentials must be user:password@ .* percent-encoded$/],
    ['esdb://user:Pa55@w0rd@one', /^credentials must be user:password@ .* percent-encoded$/],
    ['esdb://Pa55w0rd@one', /^credentials must be user:password@ .* percent-encoded$/],
    ['esdb://user:Pa55w0rd@one:x', /^port number expected$/],
    ['esdb://user:Pa55w0rd@one?tls=x', /^true or false expected$/],
  ];
  for (const [text, why] of refused)
    it(`are refused without a password in the message or on the console: ${text}`, () => {
      const { warn } = console;
      const warned: unknown[] = [];
      console.warn = (...words: unknown[]) => void warned.push(...words);
      try {
        expect(() => assertConnectionString(text)).to.throw(why);
      } finally {
        console.warn = warn;
      }
      expect(warned).to.deep.equal([]);
    });
});
