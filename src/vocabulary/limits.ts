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
  'Messages and other texts': textLimits,
  Organizations: organizationLimits,
  'Users and bots': peopleLimits,
  'Event queues': queueLimits,
  Linkifiers: linkifierLimits,
  Subscriptions: subscriptionLimits,
  'Streams for new users': defaultGroupLimits,
  Invitations: invitationLimits,
  'E-mails': emailLimits,
  'Flags and alert words': markLimits,
  'Uploaded files': fileLimits,
  Audit: auditLimits,
  'Legal holds': holdLimits,
  Erasure: erasureLimits,
  'Exports for review': exportLimits,
  'Exports for administrators': realmExportLimits,
  'Push sinks': sinkLimits,
  Operations: operationsLimits,
  'Narrows and searches': narrowLimits,
  Connections: connectionLimits,
  'Requests and answers': requestLimits,
  Webhooks: webhookLimits,
} as const satisfies Readonly<Record<string, Readonly<Record<string, Limit>>>>;

type Tables = (typeof limitTable)[keyof typeof limitTable];
/** The name of a limit. */
export type LimitName = Tables extends infer T ? (T extends T ? keyof T : never) : never;

const rows = Object.values<Readonly<Record<string, Limit>>>(limitTable).flatMap(Object.entries<Limit>);

/** The numbers of all limits, by their names. */
export const limits = Object.fromEntries(rows.map(([name, { value }]) => [name, value])) as Readonly<
  Record<LimitName, number>
>;
