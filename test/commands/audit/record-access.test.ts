import { expect } from 'chai';
import { recordAccess } from '../../../commands/audit/record-access.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { EventId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appointed, dismissed } from '../../support/audit-writes.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, type given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { deactivated, keyRotated, newBot, ownerChanged, roleChanged } from '../../support/writes.ts';

const asks = askingFor(recordAccess, organization());

const look = { by: 'auditors-and-owners', reason: 'optional', content: false } as const;
const read = { by: 'auditors', reason: 'required', content: true } as const;
const access = (privilege: typeof look | typeof read, reason: string | null = 'Case 1', parameters = {}) => ({
  privilege,
  reason,
  parameters,
  operation: 'GET /audit/events',
  through: 'api' as const,
  address: '192.0.2.1',
});

const accessed = (data: DataOf<'AuditAccessed'>) => appends(logStream.audit(realmId), 'AuditAccessed', data);

describeCommand(recordAccess, () => {
  it('records who reads what, why and from where', () => {
    const reading = asks(3, access(read, 'Case 1', { actor: '10' }), appointed(3));
    const eventId = '00000000-0000-4000-8000-00000000eeee' as EventId;
    reading.thenAnswers({ eventId });
    const asked = { operation: 'GET /audit/events', through: 'api', address: '192.0.2.1' } as const;
    reading.thenHappens(
      accessed({ ...asked, userId: user(3), parameters: { actor: '10' }, reason: 'Case 1', content: true }),
    );
    expect(reading.decision.ok && reading.decision.appends[0]?.ids, 'the answer names it').to.deep.equal([eventId]);
    asks(1, access(look, null)).thenHappens(
      accessed({ ...asked, userId: user(1), parameters: {}, reason: null, content: false }),
    );
  });

  it('allows auditors who are not owners, and the service itself', () => {
    for (const actor of [3, null])
      asks(actor, access(look), appointed(3)).thenAnswers({
        eventId: '00000000-0000-4000-8000-00000000eeee' as EventId,
      });
  });

  it('refuses users who are neither auditors nor owners', () => {
    for (const actor of [2, 3, 4, 6, 7]) asks(actor, access(look)).thenRefused('auditor-or-owner-required');
  });

  it('refuses content to owners who are not auditors', () => {
    asks(1, access(read)).thenRefused('auditor-required');
  });

  it('refuses users whose appointment has ended, and bots that no longer belong to an owner', () => {
    const refused = (...past: Parameters<typeof given>) => asks(10, access(read), ...past);
    refused(newBot(10, 1), appointed(10, { keyGeneration: 2 })).thenRefused('auditor-required');
    refused(newBot(10, 1), appointed(10, { keyGeneration: 2 }), keyRotated(10, 2)).andThen();
    const bot = [...newBot(10, 1), appointed(10)];
    refused(bot, dismissed(10)).thenRefused('auditor-required');
    refused(bot, deactivated(10)).thenRefused('auditor-required');
    refused(bot, ownerChanged(10, 2, 1)).thenRefused('auditor-required');
    refused(bot, roleChanged(1, 200, 100)).thenRefused('auditor-required');
  });

  it('requires a reason if one is mandatory', () => {
    const reading = (reason: string | null) => asks(3, access(read, reason), appointed(3));
    reading(null).thenRefused('audit-reason-missing');
    reading(' ').thenRefused('audit-reason-missing');
    reading('x'.repeat(limits.auditReasonLengthMax + 1)).thenRefused('audit-reason-too-long');
    reading('😀'.repeat(limits.auditReasonLengthMax)).andThen();
    asks(1, access(look, 'x'.repeat(limits.auditReasonLengthMax + 1))).thenRefused('audit-reason-too-long');
  });

  it('refuses parameters that are too long for the record (accessBytesMax)', () => {
    const longest = limits.accessBytesMax - JSON.stringify({ query: '' }).length;
    asks(1, access(look, null, { query: 'x'.repeat(longest) })).andThen();
    asks(1, access(look, null, { query: 'x'.repeat(longest + 1) })).thenRefused('audit-parameters-too-long', {
      bytesMax: limits.accessBytesMax,
    });
  });
});
