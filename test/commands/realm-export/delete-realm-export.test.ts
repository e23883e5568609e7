import { deleteRealmExport } from '../../../commands/realm-export/delete-realm-export.ts';
import type { RealmExportId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, given, realmId, testNow } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { dayMs, realmExportAsked } from '../../support/realm-export-writes.ts';

const realmExportId = 1 as RealmExportId;

describeCommand(deleteRealmExport, () => {
  it('is only for administrators, once', () => {
    const past = [...organization(), realmExportAsked(1)];
    const first = given(past).when(deleteRealmExport, { realmExportId }, { actor: 1 });
    first.thenHappens(appends(logStream.audit(realmId), 'RealmExportDeleted', { realmExportId }));
    first.andThen().when(deleteRealmExport, { realmExportId }, { actor: 2 }).thenRefused('realm-export-deleted');
    given(past).when(deleteRealmExport, { realmExportId }, { actor: 3 }).thenRefused('administrator-required');
  });

  it('refuses unknown exports', () => {
    given(organization()).when(deleteRealmExport, { realmExportId }, { actor: 2 }).thenRefused('realm-export-missing');
    given(organization(), realmExportAsked(1, testNow - 7 * dayMs))
      .when(deleteRealmExport, { realmExportId }, { actor: 2 })
      .thenRefused('realm-export-deleted');
  });
});
