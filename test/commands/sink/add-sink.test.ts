import { expect } from 'chai';
import { addSink } from '../../../commands/sink/add-sink.ts';
import type { EventId, SinkId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { sinkAdded, sinkRemoved, sinkUrl } from '../../support/sink-writes.ts';

const eventId = '00000000-0000-4000-8000-00000000eeee' as EventId;
const base = [...organization(), appointed(2)];
const asks = askingFor(addSink, base);
const asked = { url: sinkUrl, actions: ['message.', 'sign_in.failed', 'message.'], format: 'ocsf' as const };
const adding = (more: Partial<Parameters<typeof addSink.decide>[1]> = {}, actor: number | null = 2) =>
  asks(actor, { ...asked, ...more });
const added = (id: number) =>
  appends(logStream.audit(realmId), 'SinkAdded', {
    ...asked,
    actions: ['message.', 'sign_in.failed'],
    sinkId: id as SinkId,
  });

describeCommand(addSink, () => {
  it('is only for auditors, and names each action once', () => {
    adding().thenHappens(added(1));
    adding({ actions: null }).thenAnswers({ eventId });
    adding({}, 1).thenRefused('auditor-required');
    adding({}, 3).thenRefused('auditor-required');
  });

  it('assigns no id twice', () => {
    asks(2, asked, sinkAdded(1), sinkRemoved(1)).thenHappens(added(2));
  });

  it('happens once under an idempotency key', () => {
    const request = { key: 'k', fingerprint: 'f' };
    const first = adding({ request });
    const [append] = first.decision.ok ? first.decision.appends : [];
    expect(append?.events[0]?.data).to.deep.include({ request, sinkId: 1 });
    expect(append?.ids, 'the answer names the event').to.deep.equal([eventId]);
    const known = '00000000-0000-4000-8000-00000000000a' as EventId;
    const past = [...base, { ...sinkAdded(1, { request }), id: known }];
    const again = given(past).when(addSink, { ...asked, request }, { actor: 2 });
    again.thenNothing();
    again.thenAnswers({ eventId: known });
    given(past)
      .when(addSink, { ...asked, request: { key: 'k', fingerprint: 'other' } }, { actor: 2 })
      .thenRefused('audit-key-reused');
  });

  it('refuses unknown actions, and an address with a password', () => {
    adding({ actions: [] }).thenRefused('sink-of-nothing');
    adding({ actions: ['message.said'] }).thenRefused('sink-action-unknown', { action: 'message.said' });
    adding({ actions: ['message'] }).thenRefused('sink-action-unknown', { action: 'message' });
    const many = (count: number) => Array.from({ length: count }, () => 'message.');
    adding({ actions: many(limits.trailActionsMax) }).thenAnswers({ eventId });
    adding({ actions: many(limits.trailActionsMax + 1) }).thenRefused('sink-actions-too-many', {
      max: limits.trailActionsMax,
    });
    for (const url of ['https://a@example.com', 'https://:b@example.com'])
      adding({ url }).thenRefused('sink-url-with-password');
  });

  it('refuses more sinks than the limit (sinksMax)', () => {
    const others = Array.from({ length: limits.sinksMax }, (_, index) => sinkAdded(index + 1));
    asks(2, asked, others).thenRefused('sinks-too-many', { max: limits.sinksMax });
    asks(2, asked, others, sinkRemoved(3)).thenAnswers({ eventId });
  });
});
