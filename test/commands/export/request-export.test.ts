import { expect } from 'chai';
import { requestExport } from '../../../commands/export/request-export.ts';
import type { ChannelId, EventId, ExportId, UserId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { everything, exportAsked, exportEnded, exportFailed, exportMade } from '../../support/export-writes.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';

const eventId = '00000000-0000-4000-8000-00000000eeee' as EventId;
const base = [...organization(), opened(1, 'plans', [1, 3]), appointed(2)];
const asked = { format: 'csv' as const, ...everything, upTo: null, reason: 'case' };
type Wanted = Partial<Parameters<typeof requestExport.decide>[1]>;
const asking = (more: Wanted = {}, past: readonly Given[] = [], actor = 2) =>
  given(base, past).when(requestExport, { ...asked, ...more }, { actor });
const requested = (id: number, more: object = {}) =>
  appends(logStream.audit(realmId), 'ExportRequested', { exportId: id as ExportId, ...asked, ...more });
const users = (length: number) => Array.from({ length }, () => 1 as UserId);

describeCommand(requestExport, () => {
  it('is only for auditors, with a reason', () => {
    asking().thenHappens(requested(1));
    asking({}, [], 1).thenRefused('auditor-required');
    asking({ reason: '' }).thenRefused('audit-reason-missing');
    asking({ reason: 'x'.repeat(limits.auditReasonLengthMax + 1) }).thenRefused('audit-reason-too-long');
  });

  it('names each existing thing once, and refuses unknown ones (exportNamesMax)', () => {
    const [first, second] = [1 as UserId, 2 as UserId];
    asking({ userIds: [second, first, second], topics: ['b', 'a', 'b'] }).thenHappens(
      requested(1, { userIds: [1, 2], topics: ['a', 'b'] }),
    );
    asking({ userIds: [4711 as UserId] }).thenRefused('export-user-unknown', { userId: 4711 });
    asking({ channelIds: [9 as ChannelId] }).thenRefused('export-channel-unknown', { channelId: 9 });
    asking({ since: 5, until: 5 }).thenRefused('export-ends-before-it-begins');
    for (const time of [{ since: 5, until: 6 }, { since: 5 }, { until: 6 }])
      asking(time).thenHappens(requested(1, time));
    asking({ userIds: users(limits.exportNamesMax) }).thenAnswers({ eventId });
    asking({ userIds: users(limits.exportNamesMax + 1) }).thenRefused('export-names-too-many', {
      parameter: 'user_ids',
      max: limits.exportNamesMax,
    });
    asking({ topics: ['x'.repeat(limits.topicLengthMax)] }).thenAnswers({ eventId });
    asking({ topics: ['x'.repeat(limits.topicLengthMax + 1)] }).thenRefused('export-topic-too-long', {
      max: limits.topicLengthMax,
    });
  });

  it('refuses more exports than the limit, and assigns no id twice (exportsUnderWayMax, exportsKeptMax)', () => {
    const under = Array.from({ length: limits.exportsUnderWayMax }, (_, index) => exportAsked(index + 1));
    asking({}, under).thenRefused('exports-too-many', { max: limits.exportsUnderWayMax });
    asking({}, [...under, exportFailed(3)]).thenHappens(requested(limits.exportsUnderWayMax + 1));
    const kept = Array.from({ length: limits.exportsKeptMax }, (_, index) => [
      exportAsked(index + 1),
      exportMade(index + 1),
    ]);
    asking({}, kept.flat()).thenRefused('exports-kept-too-many', { max: limits.exportsKeptMax });
    asking({}, [...kept.flat(), exportEnded(7)]).thenHappens(requested(limits.exportsKeptMax + 1));
  });

  it('happens once under an idempotency key', () => {
    const request = { key: 'k', fingerprint: 'f' };
    const first = asking({ request });
    first.thenHappens(requested(1, { request }));
    expect(first.decision.ok && first.decision.appends[0]?.ids, 'the answer names the event').to.deep.equal([eventId]);
    const known = '00000000-0000-4000-8000-00000000000a' as EventId;
    const again = asking({ request }, [{ ...exportAsked(1, { request }), id: known }]);
    again.thenNothing();
    again.thenAnswers({ eventId: known });
    asking({ request: { key: 'k', fingerprint: 'g' } }, [exportAsked(1, { request })]).thenRefused('audit-key-reused');
  });
});
