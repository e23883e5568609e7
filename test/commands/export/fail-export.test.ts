import { failExport } from '../../../commands/export/fail-export.ts';
import type { ExportId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { exportAsked, exportFailed, exportMade } from '../../support/export-writes.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const data = { exportId: 1 as ExportId, cause: 'disk-full' as const };
const failing = (...past: Given[]) => given(organization(), past).when(failExport, data, { actor: null });

describeCommand(failExport, () => {
  it('records why there is no file, for an export that is under way', () => {
    failing(exportAsked(1)).thenHappens(appends(logStream.audit(realmId), 'ExportFailed', data));
    failing(exportAsked(1), exportFailed(1)).thenHappens();
    failing(exportAsked(1), exportMade(1)).thenHappens();
    failing().thenHappens();
  });
});
