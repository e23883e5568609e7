import { appointAuditor } from '../../../commands/audit/appoint-auditor.ts';
import type { EventId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { deactivated, keyRotated, newBot, roleChanged } from '../../support/writes.ts';

const asks = askingFor(appointAuditor, organization());

const appoint = (id: number, reason = 'annual review') => ({ userId: user(id), reason });
const request = { key: 'k', fingerprint: 'f' };
const keyRotation = '00000000-0000-4000-8000-00000000eeee' as EventId;

describeCommand(appointAuditor, () => {
  it('appoints a person, even the owner themself', () => {
    for (const id of [1, 3])
      asks(1, appoint(id)).thenHappens(
        appends(logStream.audit(realmId), 'AuditorAppointed', { userId: user(id), reason: 'annual review' }),
      );
  });

  it("gives an owner's bot a new key, and the appointment counts from then on", () => {
    const bot = { userId: user(10), reason: 'annual review' };
    asks(1, appoint(10), newBot(10, 1), keyRotated(10, 2)).thenHappens(
      appends(logStream.audit(realmId), 'AuditorAppointed', { ...bot, keyGeneration: 3, keyRotation }),
      appends(logStream.directory(realmId), 'ApiKeyRotated', { userId: user(10), generation: 3 }),
    );
  });

  it('continues an appointment of a bot whose key was not replaced yet', () => {
    asks(1, appoint(10), newBot(10, 1), appointed(10, { keyGeneration: 2 }))
      .andThen()
      .when(appointAuditor, appoint(10))
      .thenRefused('auditor-already');
  });

  it("starts again if somebody else replaced the bot's key in the meantime, even for the same request", () => {
    const begun = appointed(10, { keyGeneration: 2, keyRotation, request });
    for (const asked of [appoint(10), { ...appoint(10), request }])
      asks(1, asked, newBot(10, 1), begun, keyRotated(10, 2)).thenHappens(
        appends(logStream.audit(realmId), 'AuditorAppointed', { ...asked, keyGeneration: 3, keyRotation }),
        appends(logStream.directory(realmId), 'ApiKeyRotated', { userId: user(10), generation: 3 }),
      );
  });

  it('is only for owners: no administrator, member, guest or bot appoints', () => {
    for (const actor of [2, 3, 4, 6]) {
      asks(actor, appoint(3)).thenRefused('audit-owner-required');
      asks(actor, appoint(3), appointed(actor)).thenRefused('audit-owner-required');
    }
  });

  it('requires a reason that is not too long', () => {
    asks(1, appoint(3, ' ')).thenRefused('audit-reason-missing');
    asks(1, appoint(3, 'x'.repeat(limits.auditReasonLengthMax + 1))).thenRefused('audit-reason-too-long', {
      lengthMax: limits.auditReasonLengthMax,
    });
  });

  it('refuses guests, webhook bots, bots of people who are not owners, deactivated users and unknown ids', () => {
    const refused = (id: number) => asks(1, appoint(id));
    refused(4).thenRefused('auditor-ineligible');
    refused(6).thenRefused('auditor-ineligible');
    asks(1, appoint(10), newBot(10, 1, { type: 2 }), newBot(11, 1, { type: 3 })).thenRefused('auditor-ineligible');
    asks(1, appoint(11), newBot(11, 1, { type: 3 })).thenRefused('auditor-ineligible');
    refused(5).thenRefused('auditor-deactivated');
    refused(8).thenRefused('auditor-unknown-user');
    refused(99).thenRefused('auditor-unknown-user');
    asks(1, appoint(3), deactivated(3)).thenRefused('auditor-deactivated');
  });

  it('does nothing for the same request again, and refuses its key for another one', () => {
    const past = [...organization(), appointed(3, { request })];
    given(past)
      .when(appointAuditor, { ...appoint(3), request })
      .thenNothing();
    given(past)
      .when(appointAuditor, { ...appoint(2), request: { ...request, fingerprint: 'other' } })
      .thenRefused('audit-key-reused');
    given(past).when(appointAuditor, appoint(3)).thenRefused('auditor-already');
  });

  it('refuses more auditors than the limit (auditorsMax)', () => {
    const crowd = Array.from({ length: limits.auditorsMax }, (_, index) => 20 + index);
    const past = [...organization(), ...crowd.flatMap((id) => [...newUser(id), appointed(id)])];
    given(past).when(appointAuditor, appoint(3)).thenRefused('auditors-too-many', { max: limits.auditorsMax });
    const begun = [...past.slice(0, -1), ...newBot(10, 1), appointed(10, { keyRotation })];
    given(begun).when(appointAuditor, appoint(10)).thenAnswers({});
  });

  it('appoints a guest who became a member', () => {
    asks(1, appoint(4), roleChanged(4, 400, 600)).thenAnswers({});
  });
});
