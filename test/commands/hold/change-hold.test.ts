import { changeHold } from '../../../commands/hold/change-hold.ts';
import type { ChannelId, HoldId, UserId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { held, holdEnded } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';
import { newUser, opened } from '../../support/past-events.ts';

const base = [...organization(), opened(1, 'plans', [1, 3]), appointed(2), held(1, { users: [3], since: 5 })];
type Wanted = Omit<Parameters<typeof changeHold.decide>[1], 'holdId' | 'reason'>;
const changing = (wanted: Wanted, { actor = 2, id = 1, reason = 'wider' } = {}) =>
  given(base).when(changeHold, { holdId: id as HoldId, reason, ...wanted }, { actor });
const changed = (data: object) => ({
  stream: logStream.audit(realmId),
  events: [{ type: 'HoldChanged', data: { holdId: 1 as HoldId, reason: 'wider', ...data } } as never],
});

describeCommand(changeHold, () => {
  it('records what changes, and nothing else', () => {
    changing({ name: 'Acme', userIds: [3 as UserId], since: 5 }).thenHappens(changed({ name: 'Acme' }));
    changing({ name: ' Acme ' }).thenHappens(changed({ name: 'Acme' }));
    changing({ channelIds: [1 as ChannelId], since: null, until: 9 }).thenHappens(
      changed({ channelIds: [1], since: null, until: 9 }),
    );
    changing({ userIds: [3 as UserId], since: 5 }).thenRefused('hold-changes-nothing');
    changing({}).thenRefused('hold-changes-nothing');
  });

  it('is only for auditors, with a reason, and for an active hold', () => {
    changing({ name: 'x' }, { actor: 1 }).thenRefused('auditor-required');
    changing({ name: 'x' }, { reason: '' }).thenRefused('audit-reason-missing');
    changing({ name: 'x' }, { reason: 'x'.repeat(limits.auditReasonLengthMax + 1) }).thenRefused(
      'audit-reason-too-long',
    );
    changing({ name: 'x' }, { id: 2 }).thenRefused('hold-missing');
    given(base, holdEnded(1))
      .when(changeHold, { holdId: 1 as HoldId, reason: 'x', name: 'x' }, { actor: 2 })
      .thenRefused('hold-missing');
  });

  it('keeps the limits of a new hold', () => {
    changing({ name: ' ' }).thenRefused('hold-name-blank');
    changing({ name: 'x'.repeat(limits.holdNameLengthMax + 1) }).thenRefused('hold-name-too-long');
    changing({ userIds: [] }).thenRefused('hold-of-nothing');
    changing({ userIds: [4711 as UserId] }).thenRefused('hold-user-unknown');
    changing({ channelIds: [4711 as ChannelId] }).thenRefused('hold-channel-unknown');
    changing({ until: 5 }).thenRefused('hold-ends-before-it-begins');
    changing({ userIds: Array.from({ length: limits.holdNamesMax + 1 }, () => 3 as UserId) }).thenRefused(
      'hold-names-too-many',
    );
  });

  it('counts the people of the other holds, not those of this hold before the change', () => {
    const people = Array.from({ length: limits.holdCustodiansMax / 4 }, (_, index) => (index + 100) as UserId);
    const past = [
      ...base,
      ...people.flatMap((id) => newUser(id)),
      ...[2, 3, 4].map((id) => held(id, { users: people })),
    ];
    const to = (userIds: UserId[], more: typeof past = []) =>
      given(past, more).when(changeHold, { holdId: 1 as HoldId, reason: 'wider', userIds }, { actor: 2 });
    to(people).thenHappens(changed({ userIds: people }));
    to(people, [held(5, { users: [1] })]).thenRefused('hold-custodians-too-many');
  });
});
