import { expect } from 'chai';
import { withConnectionNumber, withLeader } from '../../../src/adapters/eventstoredb/connection-string.ts';

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
});
