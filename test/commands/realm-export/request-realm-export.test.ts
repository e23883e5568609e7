import { requestRealmExport } from '../../../commands/realm-export/request-realm-export.ts';
import type { RealmExportId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, realmId, testNow } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { dayMs, realmExportAsked, realmExportDeleted } from '../../support/realm-export-writes.ts';

const asking = (past: readonly Given[] = [], actor = 2) =>
  given(organization(), past).when(requestRealmExport, {}, { actor });
const requested = (id: number) =>
  appends(logStream.audit(realmId), 'RealmExportRequested', {
    realmExportId: id as RealmExportId,
    expiresAt: testNow + limits.realmExportDaysMax * dayMs,
  });

describeCommand(requestRealmExport, () => {
  it('is only for administrators, and assigns no id twice (realmExportDaysMax)', () => {
    asking().thenHappens(requested(1));
    asking([realmExportAsked(1), realmExportDeleted(1)]).thenHappens(requested(2));
    asking([], 3).thenRefused('administrator-required');
  });

  it('is limited to a few times a week; deleted exports count (realmExportsPerWeekMax)', () => {
    const asked = (count: number, at: number) =>
      Array.from({ length: count }, (_, index) => realmExportAsked(index + 1, at));
    const weekAgo = testNow - 7 * dayMs;
    const few = limits.realmExportsPerWeekMax - 1;
    asking(asked(few, weekAgo + 1)).thenHappens(requested(few + 1));
    asking([...asked(few + 1, weekAgo + 1), realmExportDeleted(1)]).thenRefused('realm-exports-too-many');
    asking(asked(few + 1, weekAgo)).thenHappens(requested(few + 2));
  });
});
