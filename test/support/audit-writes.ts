/** Short functions for past events of `audit-1.records`. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { AuditRequest } from '../../src/vocabulary/events/audit.ts';
import type { DataOf, EventType } from '../../src/vocabulary/events/index.ts';
import type { EventId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId } from './given.ts';

const user = (id: number) => id as UserId;

/** An event of the log stream. `by`: who acted. */
export const inAudit = <T extends EventType>(type: T, data: DataOf<T>, by = 1, at?: number): Given =>
  happened(logStream.audit(realmId), type, data, { actor: user(by), ...(at === undefined ? {} : { at }) });

export const appointed = (
  id: number,
  more: { keyGeneration?: number; keyRotation?: EventId; request?: AuditRequest } = {},
): Given => inAudit('AuditorAppointed', { userId: user(id), reason: 'review', ...more });

export const dismissed = (id: number): Given =>
  inAudit('AuditorDismissed', { userId: user(id), why: { reason: 'review is over' } });

export const signedIn = (id: number, at: number): Given =>
  inAudit('SignedIn', { userId: user(id), method: 'password', address: '192.0.2.1' }, id, at);

export const signInRefused = (at: number): Given =>
  inAudit('SignInRefused', { userId: null, address: '192.0.2.1' }, 1, at);

export const wrongKeyGiven = (at: number): Given =>
  inAudit('SignInRefused', { userId: null, address: '192.0.2.1', method: 'api_key' }, 1, at);

/** An access to content that only auditors may read. */
export const looked = (id: number): Given =>
  inAudit(
    'AuditAccessed',
    {
      userId: user(id),
      operation: 'GET /audit/auditors',
      parameters: {},
      reason: null,
      content: false,
      through: 'api',
      address: '192.0.2.1',
    },
    id,
  );

/** The user becomes an auditor, or is one no longer, and looks. */
export const audits = ({ audit }: RealmState, id: number): Given[] => [
  audit.auditors.has(user(id)) ? dismissed(id) : appointed(id),
  looked(id),
];
