import { expect } from 'chai';
import { renameRealm } from '../../../commands/realm/rename-realm.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const past = organization();
const renamed = (name: string, previousName: string) =>
  appends(logStream.realm(realmId), 'RealmRenamed', { name, previousName });

describeCommand(renameRealm, () => {
  it('changes the name, and records nothing for the same name', () => {
    for (const actor of [1, null]) {
      const first = given(past).when(renameRealm, { name: 'New' }, { actor });
      first.thenHappens(renamed('New', 'Test'));
      first.andThen().when(renameRealm, { name: 'New' }, { actor }).thenNothing();
    }
  });

  it('is only for owners', () => {
    for (const actor of [2, 3, 4, 6])
      given(past).when(renameRealm, { name: 'New' }, { actor }).thenRefused('owner-required');
  });

  it('requires a name that is neither blank nor too long', () => {
    for (const name of ['', '  ', 'x'.repeat(41)])
      expect(renameRealm.input.safeParse({ name }).success).to.equal(false);
    expect(renameRealm.input.parse({ name: ' New ' })).to.deep.equal({ name: 'New' });
  });
});
