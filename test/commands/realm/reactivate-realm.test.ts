import { reactivateRealm } from '../../../commands/realm/reactivate-realm.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { realmDeactivated } from '../../support/writes.ts';

describeCommand(reactivateRealm, () => {
  it('reactivates a deactivated organization, once', () => {
    const first = given(organization(), realmDeactivated()).when(reactivateRealm, {}, { actor: null });
    first.thenHappens(appends(logStream.realm(realmId), 'RealmReactivated', { realmId }));
    first.andThen().when(reactivateRealm, {}, { actor: null }).thenNothing();
  });

  it('does nothing to an active one', () => {
    given(organization()).when(reactivateRealm, {}, { actor: null }).thenNothing();
  });
});
