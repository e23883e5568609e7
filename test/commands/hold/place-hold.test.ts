import { expect } from 'chai';
import { placeHold } from '../../../commands/hold/place-hold.ts';
import type { EventId, HoldId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed, inAudit } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { held, holdEnded, scope } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';
import { newUser, opened } from '../../support/past-events.ts';

const eventId = '00000000-0000-4000-8000-00000000eeee' as EventId;
const base = [...organization(), opened(1, 'plans', [1, 3]), opened(2, 'goals', [3]), appointed(2)];
const asks = askingFor(placeHold, base);
const asked = { name: ' Acme ', reason: 'case', ...scope({ users: [3, 1, 3], channels: [2] }) };
const placing = (more: Partial<typeof asked> = {}, actor: number | null = 2) => asks(actor, { ...asked, ...more });

describeCommand(placeHold, () => {
  it('is only for auditors, and names everybody once', () => {
    const data = { ...asked, name: 'Acme', userIds: scope({ users: [1, 3] }).userIds, holdId: 1 as HoldId };
    placing().thenHappens(appends(logStream.audit(realmId), 'HoldPlaced', data));
    placing({}, 1).thenRefused('auditor-required');
    placing({}, 3).thenRefused('auditor-required');
    placing({ reason: ' ' }).thenRefused('audit-reason-missing');
    placing({ reason: 'x'.repeat(limits.auditReasonLengthMax + 1) }).thenRefused('audit-reason-too-long');
    placing({ reason: 'x'.repeat(limits.auditReasonLengthMax) }).thenAnswers({ eventId });
  });

  it('assigns no id twice', () => {
    asks(2, asked, held(1, { users: [3] }), holdEnded(1)).thenHappens(
      appends(logStream.audit(realmId), 'HoldPlaced', {
        ...asked,
        name: 'Acme',
        userIds: scope({ users: [1, 3] }).userIds,
        holdId: 2 as HoldId,
      }),
    );
  });

  it('happens once under an idempotency key', () => {
    const request = { key: 'k', fingerprint: 'f' };
    const first = asks(2, { ...asked, request });
    const [append] = first.decision.ok ? first.decision.appends : [];
    expect(append?.events[0]?.data).to.deep.include({ request });
    expect(append?.ids, 'the answer names the event').to.deep.equal([eventId]);
    const past = [...base, inAudit('HoldPlaced', { ...asked, holdId: 1 as HoldId, request }, 2)];
    const again = given(past).when(placeHold, { ...asked, request }, { actor: 2 });
    again.thenNothing();
    again.thenAnswers({
      eventId: `00000000-0000-4000-8000-${String(past.length + 1).padStart(12, '0')}` as EventId,
    } as never);
    given(past)
      .when(placeHold, { ...asked, request: { key: 'k', fingerprint: 'other' } }, { actor: 2 })
      .thenRefused('audit-key-reused');
    placing().thenAnswers({ eventId });
  });

  it('requires a name, and a scope of people and streams that exist (holdNamesMax, holdNameLengthMax)', () => {
    placing({ name: ' ' }).thenRefused('hold-name-blank');
    placing({ name: 'x'.repeat(limits.holdNameLengthMax + 1) }).thenRefused('hold-name-too-long');
    expect(placing({ name: '\u{1f4dc}'.repeat(limits.holdNameLengthMax) }).decision.ok).to.equal(true);
    placing({ userIds: [], channelIds: [] }).thenRefused('hold-of-nothing');
    placing({ userIds: [4711 as never] }).thenRefused('hold-user-unknown', { userId: 4711 });
    placing({ channelIds: [4711 as never] }).thenRefused('hold-channel-unknown', { channelId: 4711 });
    placing({ since: 5, until: 5 }).thenRefused('hold-ends-before-it-begins');
    placing({ since: 5, until: 6 }).thenAnswers({ eventId });
    const many = Array.from({ length: limits.holdNamesMax + 1 }, () => 1 as never);
    placing({ userIds: many }).thenRefused('hold-names-too-many', { parameter: 'user_ids', max: limits.holdNamesMax });
    placing({ channelIds: many }).thenRefused('hold-names-too-many', {
      parameter: 'stream_ids',
      max: limits.holdNamesMax,
    });
    placing({ userIds: many.slice(1), channelIds: many.slice(1) }).thenAnswers({ eventId });
  });

  it('is limited in the number of holds and of people in them (holdsMax, holdCustodiansMax)', () => {
    const others = Array.from({ length: limits.holdsMax }, (_, index) => held(index + 1, { channels: [1] }));
    asks(2, asked, others).thenRefused('holds-too-many', { max: limits.holdsMax });
    asks(2, asked, others, holdEnded(3)).thenAnswers({ eventId });
    const people = Array.from({ length: limits.holdCustodiansMax / 4 }, (_, index) => index + 100);
    const past = [
      ...base,
      ...people.flatMap((id) => newUser(id)),
      ...[1, 2, 3].map((id) => held(id, { users: people })),
    ];
    const last = (users: readonly number[]) =>
      given(past).when(placeHold, { ...asked, ...scope({ users }) }, { actor: 2 });
    last(people).thenAnswers({ eventId });
    given(past, held(4, { users: people }))
      .when(placeHold, asked, { actor: 2 })
      .thenRefused('hold-custodians-too-many', { max: limits.holdCustodiansMax });
  });
});
