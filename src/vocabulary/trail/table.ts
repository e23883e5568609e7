/** The table of the audit trail, from event type to action and object. A missing event type does not compile. Actions: `<object type>.<verb>`. */
import { type EventType, eventSchemas } from '../events/index.ts';
import { schemaVersionOf } from '../events/upcasters.ts';
import { auditRows } from './audit.ts';
import { exportRows } from './exports.ts';
import { invitationRows } from './invitations.ts';
import { messagingRows } from './messaging.ts';
import { organizationRows } from './organization.ts';
import { peopleRows } from './people.ts';
import { realmExportRows } from './realm-exports.ts';
import type { ObjectType, RowsOf, TrailRow } from './row.ts';
import { sinkRows } from './sinks.ts';

const trailTable: RowsOf<EventType> = {
  ...auditRows,
  ...exportRows,
  ...invitationRows,
  ...organizationRows,
  ...peopleRows,
  ...realmExportRows,
  ...sinkRows,
  ...messagingRows,
};

/** Undefined for events that are not recorded. */
export const rowOf = (type: EventType): TrailRow | undefined => (trailTable[type] ?? undefined) as never;

export type Action = {
  readonly action: string;
  readonly objectType: ObjectType;
  readonly event: EventType;
  readonly schemaVersion: number;
  readonly description: string;
};

/** All actions, in the order of the table. */
export const actions: readonly Action[] = (Object.keys(eventSchemas) as EventType[]).flatMap((event) => {
  const row = rowOf(event);
  if (!row) return [];
  const { action, description } = row;
  const objectType = action.slice(0, action.indexOf('.')) as ObjectType;
  return [{ action, objectType, event, schemaVersion: schemaVersionOf(event), description }];
});

/** Events that owners who are not auditors do not see. */
export const forAuditorsAlone: readonly EventType[] = actions
  .filter(({ event }) => rowOf(event)?.auditorsOnly)
  .map(({ event }) => event);

const byEvent = new Map(actions.map((one) => [one.event, one]));

export const actionOf = (type: EventType): Action | undefined => byEvent.get(type);

/** The actions that a filter names: one by its name, or all that begin with a prefix that ends in a dot. */
export const actionsNamed = (text: string): readonly Action[] =>
  actions.filter(({ action }) => (text.endsWith('.') ? action.startsWith(text) : action === text));
