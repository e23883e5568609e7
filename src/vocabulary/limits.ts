/**
 * Limits of what anybody can make, with unit and bound in the name: what is counted, how many, why that many, and what happens beyond it.
 * `docs/limits.md` shows this table, and `test/limits` reaches and passes each of them.
 */
import { auditLimits } from './limits/audit.ts';
import { connectionLimits } from './limits/connections.ts';
import { defaultGroupLimits } from './limits/default-groups.ts';
import { emailLimits } from './limits/emails.ts';
import { erasureLimits } from './limits/erasures.ts';
import { exportLimits } from './limits/exports.ts';
import { fileLimits } from './limits/files.ts';
import { holdLimits } from './limits/holds.ts';
import { invitationLimits } from './limits/invitations.ts';
import type { Limit } from './limits/limit.ts';
import { linkifierLimits } from './limits/linkifiers.ts';
import { markLimits } from './limits/marks.ts';
import { narrowLimits } from './limits/narrows.ts';
import { operationsLimits } from './limits/operations.ts';
import { organizationLimits } from './limits/organizations.ts';
import { peopleLimits } from './limits/people.ts';
import { queueLimits } from './limits/queues.ts';
import { realmExportLimits } from './limits/realm-exports.ts';
import { requestLimits } from './limits/requests.ts';
import { sinkLimits } from './limits/sinks.ts';
import { subscriptionLimits } from './limits/subscriptions.ts';
import { textLimits } from './limits/texts.ts';
import { webhookLimits } from './limits/webhooks.ts';

/** The table, by what the limits are about. */
export const limitTable = {
  'What people say': textLimits,
  'What an organization has': organizationLimits,
  'Users and bots': peopleLimits,
  'Event queues': queueLimits,
  Linkifiers: linkifierLimits,
  Subscriptions: subscriptionLimits,
  'Streams for new users': defaultGroupLimits,
  Invitations: invitationLimits,
  'E-mails': emailLimits,
  'What users mark for themselves': markLimits,
  'Uploaded files': fileLimits,
  Audit: auditLimits,
  'Legal holds': holdLimits,
  Erasure: erasureLimits,
  'Exports for review': exportLimits,
  'Exports for administrators': realmExportLimits,
  'Push sinks': sinkLimits,
  Operations: operationsLimits,
  'What is looked for': narrowLimits,
  Connections: connectionLimits,
  'Requests and answers': requestLimits,
  Webhooks: webhookLimits,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Limit>>>>;

export * from './limits/audit.ts';
export * from './limits/connections.ts';
export * from './limits/default-groups.ts';
export * from './limits/emails.ts';
export * from './limits/erasures.ts';
export * from './limits/exports.ts';
export * from './limits/files.ts';
export * from './limits/holds.ts';
export * from './limits/invitations.ts';
export * from './limits/linkifiers.ts';
export * from './limits/marks.ts';
export * from './limits/narrows.ts';
export * from './limits/operations.ts';
export * from './limits/organizations.ts';
export * from './limits/people.ts';
export * from './limits/queues.ts';
export * from './limits/realm-exports.ts';
export * from './limits/requests.ts';
export * from './limits/sinks.ts';
export * from './limits/subscriptions.ts';
export * from './limits/texts.ts';
export * from './limits/webhooks.ts';
