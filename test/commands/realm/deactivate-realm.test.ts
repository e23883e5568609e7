import { deactivateRealm } from '../../../commands/realm/deactivate-realm.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const past = organization();
const deactivated = appends(logStream.realm(realmId), 'RealmDeactivated', { realmId });

describeCommand(deactivateRealm, () => {
  it('deactivates it, once', () => {
    for (const actor of [1, null]) {
      const first = given(past).when(deactivateRealm, {}, { actor });
      first.thenHappens(deactivated);
      first.andThen().when(deactivateRealm, {}, { actor }).thenNothing();
    }
  });

  it('is only for owners', () => {
    for (const actor of [2, 3, 4, 6]) given(past).when(deactivateRealm, {}, { actor }).thenRefused('owner-required');
  });
});
