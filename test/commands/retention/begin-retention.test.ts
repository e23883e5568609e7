import { beginRetention } from '../../../commands/retention/begin-retention.ts';
import type { ChannelId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { erasureAsked, erasureDone } from '../../support/erasure-writes.ts';
import { appends, askingFor, type Given, happened, realmId, testNow } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';

const dayMs = 24 * 60 * 60 * 1000;
const channelId = 5 as ChannelId;
const kept = (retentionDays: number | null, at = testNow - 2 * dayMs): Given =>
  happened(logStream.channels(realmId), 'ChannelRetentionChanged', { channelId, retentionDays }, { at });
const organizationKeeps = (days: number, at = testNow - 2 * dayMs): Given =>
  happened(
    logStream.realm(realmId),
    'RealmSettingsChanged',
    { settings: { message_retention_days: days }, previous: {} },
    { at },
  );
const target = (days: number) => ({ kind: 'channel', channelId, topic: null, until: testNow - days * dayMs }) as const;
/** A run in the stream that began at `at` and erased this many messages. */
const ran = (at: number, messages: number): Given[] => {
  const [begun, done] = [erasureAsked(1, { target: target(30), retention: { days: 30 } }), erasureDone(1)];
  const data = { ...done.event.data, target: target(30), retention: { days: 30 }, messages };
  return [
    { ...begun, metadata: { actor: null, at } },
    { ...done, event: { ...done.event, data } as Given['event'] },
  ];
};
const before = [...organization(), opened(channelId, 'kept', [1, 2])];
const asks = askingFor(beginRetention, before);
const begins = (id: number, of: ReturnType<typeof target> | { kind: 'private'; until: number }, days: number) =>
  appends(logStream.audit(realmId), 'ErasureRequested', {
    erasureId: id as never,
    reason: 'retention',
    basis: `message_retention_days: ${days}`,
    target: of,
    needsApproval: false,
    retention: { days },
  });

describeCommand(beginRetention, () => {
  const when = (...past: (Given | Given[])[]) => asks(null, { channelId, asOf: testNow }, ...past);

  it('erases what is older than a stream keeps it', () => {
    when(kept(30)).thenHappens(begins(1, target(30), 30));
    when(kept(30)).thenAnswers({ begun: true });
  });

  it('uses the days of the organization for streams without a setting of their own, and for private messages', () => {
    when(organizationKeeps(7)).thenHappens(begins(1, target(7), 7));
    const ofPrivate = asks(null, { channelId: null, asOf: testNow }, organizationKeeps(7), kept(30));
    ofPrivate.thenHappens(begins(1, { kind: 'private', until: testNow - 7 * dayMs }, 7));
    when(organizationKeeps(7), kept(30)).thenHappens(begins(1, target(30), 30));
  });

  it('skips what is kept for ever, and streams that do not exist', () => {
    when().thenNothing();
    when().thenAnswers({ begun: false });
    when(organizationKeeps(7), kept(-1)).thenNothing();
    when(organizationKeeps(-1)).thenNothing();
    asks(null, { channelId: 99 as ChannelId, asOf: testNow }, organizationKeeps(7)).thenNothing();
  });

  it('waits for a day after the setting of the stream or of the organization was changed', () => {
    when(kept(30, testNow - dayMs + 1)).thenNothing();
    when(kept(30, testNow - dayMs)).thenHappens(begins(1, target(30), 30));
    when(kept(null), organizationKeeps(7, testNow - dayMs + 1)).thenNothing();
  });

  it('runs once a day, and again at once if a run did not erase everything', () => {
    when(kept(30), ...ran(testNow - dayMs + 1, limits.retentionRunMax - 1)).thenNothing();
    when(kept(30), ...ran(testNow - dayMs, 3)).thenHappens(begins(2, target(30), 30));
    when(kept(30), ...ran(testNow - 1, limits.retentionRunMax)).thenHappens(begins(2, target(30), 30));
  });

  it('uses the conservative clock if the time of the newest event is ahead', () => {
    const asOf = testNow - 5 * dayMs;
    const ahead = (...past: Given[]) => asks(null, { channelId, asOf }, ...past);
    ahead(kept(30, asOf - dayMs)).thenHappens(begins(1, { ...target(30), until: asOf - 30 * dayMs }, 30));
    ahead(kept(30, asOf - dayMs + 1)).thenNothing();
    const later = asks(null, { channelId, asOf: testNow + dayMs }, kept(30));
    later.thenHappens(begins(1, target(30), 30));
  });

  it('runs one at a time in each organization', () => {
    when(kept(30), erasureAsked(1, { target: target(3), retention: { days: 3 } })).thenNothing();
    when(kept(30), erasureAsked(1)).thenHappens(begins(2, target(30), 30));
  });
});
