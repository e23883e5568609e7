import { endExport } from '../../../commands/export/end-export.ts';
import type { ExportId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { exportAsked, exportEnded, exportMade } from '../../support/export-writes.ts';
import { appends, type Given, given, realmId, testNow } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';

const exportId = 1 as ExportId;
const given1 = (...past: Given[]) => given(organization(), exportAsked(1), past);
const ending = (cause: 'expired' | 'erased', ...past: Given[]) =>
  given1(...past).when(endExport, { exportId, cause, asOf: testNow }, { actor: null });
const ended = (cause: 'expired' | 'erased') => appends(logStream.audit(realmId), 'ExportEnded', { exportId, cause });

describeCommand(endExport, () => {
  it('ends an export that has a file, once', () => {
    ending('erased', exportMade(1)).thenHappens(ended('erased'));
    ending('erased').thenHappens();
    ending('erased', exportMade(1), exportEnded(1)).thenHappens();
  });

  it('ends nothing before its time', () => {
    ending('expired', exportMade(1, testNow)).thenHappens(ended('expired'));
    ending('expired', exportMade(1, testNow + 1)).thenHappens();
    for (const [asOf, expiresAt] of [
      [testNow - 1, testNow],
      [testNow + 1, testNow + 1],
    ] as const)
      given1(exportMade(1, expiresAt))
        .when(endExport, { exportId, cause: 'expired', asOf }, { actor: null })
        .thenHappens();
  });
});
