import { expect } from 'chai';
import { requestErasure } from '../../../commands/erasure/request-erasure.ts';
import type { ErasureTarget } from '../../../src/vocabulary/events/erasures.ts';
import type { ChannelId, ErasureId, EventId, MessageId, UserId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { erasureAsked, erasureDone } from '../../support/erasure-writes.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { opened } from '../../support/past-events.ts';
import { deactivated } from '../../support/writes.ts';

const erasureId = 1 as ErasureId;
const eventId = '00000000-0000-4000-8000-00000000eeee' as EventId;
const base = [...organization(), opened(1, 'plans', [1, 3]), appointed(2), deactivated(3)];
const target: ErasureTarget = { kind: 'messages', messageIds: [7 as MessageId] };
const asked = { reason: 'request', basis: 'GDPR 17', target, needsApproval: false };
type Wanted = Partial<Parameters<typeof requestErasure.decide>[1]>;
const asking = (more: Wanted = {}, past: typeof base = [], actor = 2) =>
  given(base, past).when(requestErasure, { ...asked, heldBy: [], ...more }, { actor });
const requested = (id: number) =>
  appends(logStream.audit(realmId), 'ErasureRequested', { erasureId: id as ErasureId, ...asked });

describeCommand(requestErasure, () => {
  it('is only for auditors, with a reason and a basis (erasureBasisLengthMax)', () => {
    asking().thenHappens(requested(1));
    asking({}, [], 1).thenRefused('auditor-required');
    asking({ reason: '' }).thenRefused('audit-reason-missing');
    asking({ reason: 'x'.repeat(limits.auditReasonLengthMax + 1) }).thenRefused('audit-reason-too-long');
    asking({ basis: ' ' }).thenRefused('erasure-basis-missing');
    asking({ basis: 'x'.repeat(limits.erasureBasisLengthMax + 1) }).thenRefused('erasure-basis-too-long');
    expect(asking({ basis: '\u{1f4dc}'.repeat(limits.erasureBasisLengthMax) }).decision.ok).to.equal(true);
  });

  it('requires a target that exists (erasedPartMax)', () => {
    const of = (one: ErasureTarget) => asking({ target: one });
    const many = (length: number) => Array.from({ length }, (_, index) => (index + 1) as MessageId);
    of({ kind: 'messages', messageIds: [] }).thenRefused('erasure-of-nothing');
    of({ kind: 'private', until: 1 }).thenRefused('erasure-of-nothing');
    of({ kind: 'messages', messageIds: many(limits.erasedPartMax) }).thenAnswers({ eventId });
    of({ kind: 'messages', messageIds: many(limits.erasedPartMax + 1) }).thenRefused('erasure-messages-too-many');
    of({ kind: 'user', userId: 4711 as UserId }).thenRefused('erasure-user-unknown');
    of({ kind: 'user', userId: 1 as UserId }).thenRefused('erasure-user-active');
    of({ kind: 'user', userId: 3 as UserId }).thenAnswers({ eventId });
    const channel = { kind: 'channel', topic: null, until: null } as const;
    of({ ...channel, channelId: 9 as ChannelId }).thenRefused('erasure-channel-unknown');
    of({ ...channel, channelId: 1 as ChannelId }).thenAnswers({ eventId });
  });

  it('is refused while a legal hold covers the target', () => {
    asking({ heldBy: ['Acme'] }).thenRefused('under-legal-hold', { holds: ['Acme'] });
  });

  it('refuses more concurrent erasures than the limit, and assigns no id twice (erasuresUnderWayMax)', () => {
    const under = Array.from({ length: limits.erasuresUnderWayMax }, (_, index) => erasureAsked(index + 1));
    asking({}, under).thenRefused('erasures-too-many', { max: limits.erasuresUnderWayMax });
    asking({}, [...under, erasureDone(4)]).thenHappens(requested(limits.erasuresUnderWayMax + 1));
  });

  it('happens once under an idempotency key', () => {
    const request = { key: 'k', fingerprint: 'f' };
    const first = asking({ request });
    first.thenHappens({
      ...requested(1),
      events: [{ type: 'ErasureRequested', data: { erasureId, ...asked, request } }],
    });
    // The answer names the event.
    expect(first.decision.ok && [first.decision.appends[0]?.ids, first.decision.result]).to.deep.equal([
      [eventId],
      { eventId },
    ]);
    const known = '00000000-0000-4000-8000-00000000000a' as EventId;
    const again = asking({ request }, [{ ...erasureAsked(1, { request }), id: known }]);
    again.thenNothing();
    again.thenAnswers({ eventId: known });
    asking({ request: { ...request, fingerprint: 'g' } }, [erasureAsked(1, { request })]).thenRefused(
      'audit-key-reused',
    );
  });
});
