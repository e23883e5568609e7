import { expect } from 'chai';
import { carryOverAddresses } from '../../../commands/user/carry-over-addresses.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, realmId, stateAfter } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const past = organization();
const all = [...stateAfter(past).directory.addresses];

describeCommand(carryOverAddresses, () => {
  const [[from, userId] = ['', 0 as UserId], [other] = ['']] = all;
  const carried = { userId, from, to: 'new' };
  const happens = appends(logStream.directory(realmId), 'AddressesCarriedOver', { addresses: [carried] });

  it('gives addresses new fingerprints, once', () => {
    const first = given(past).when(carryOverAddresses, { addresses: [carried] }, { actor: null });
    first.thenHappens(happens);
    first
      .andThen()
      .when(carryOverAddresses, { addresses: [carried] }, { actor: null })
      .thenNothing();
  });

  it('leaves out addresses that have changed meanwhile', () => {
    const addresses = [
      carried,
      { userId, from: other, to: 'stolen' },
      { userId, from: 'unknown', to: 'new' },
      { userId, from, to: from },
    ];
    given(past).when(carryOverAddresses, { addresses }, { actor: null }).thenHappens(happens);
  });

  it('carries over at most as many as one event may name', () => {
    const addresses = Array.from({ length: limits.namedPerEventMax + 1 }, () => carried);
    expect(carryOverAddresses.input.safeParse({ addresses }).success).to.equal(false);
    expect(carryOverAddresses.input.safeParse({ addresses: addresses.slice(1) }).success).to.equal(true);
  });
});
