import { downloadRealmExport } from '../../../commands/realm-export/download-realm-export.ts';
import type { RealmExportId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, type Given, given, realmId, testNow } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import {
  dayMs,
  realmExportAsked,
  realmExportDeleted,
  realmExportDownloaded,
} from '../../support/realm-export-writes.ts';

const realmExportId = 1 as RealmExportId;
const downloading = (past: readonly Given[], actor = 2) =>
  given(organization(), past).when(downloadRealmExport, { realmExportId }, { actor });
const downloaded = appends(logStream.audit(realmId), 'RealmExportDownloaded', { realmExportId });

describeCommand(downloadRealmExport, () => {
  it('is only for administrators', () => {
    downloading([realmExportAsked(1)]).thenHappens(downloaded);
    downloading([realmExportAsked(1)], 3).thenRefused('administrator-required');
  });

  it('is refused once the export is deleted or has expired', () => {
    downloading([]).thenRefused('realm-export-missing');
    downloading([realmExportAsked(1), realmExportDeleted(1)]).thenRefused('realm-export-deleted');
    downloading([realmExportAsked(1, testNow - 7 * dayMs + 1)]).thenHappens(downloaded);
    downloading([realmExportAsked(1, testNow - 7 * dayMs)]).thenRefused('realm-export-deleted');
  });

  it('is limited (realmExportDownloadsMax)', () => {
    const past = [
      realmExportAsked(1),
      ...Array.from({ length: limits.realmExportDownloadsMax }, () => realmExportDownloaded(1)),
    ];
    downloading(past.slice(0, -1)).thenHappens(downloaded);
    downloading(past).thenRefused('realm-export-downloads-too-many', { max: limits.realmExportDownloadsMax });
    const other = { realmExportId: 2 as RealmExportId };
    given(organization(), past, realmExportAsked(2))
      .when(downloadRealmExport, other, { actor: 2 })
      .thenHappens({ ...downloaded, events: [{ type: 'RealmExportDownloaded', data: other }] });
  });
});
