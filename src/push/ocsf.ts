/**
 * Events of the Open Cybersecurity Schema Framework (https://schema.ocsf.io), version 1.3. Sign-ins are Authentication, changes of accounts
 * Account Change, accesses of auditors API Activity, and all others Entity Management.
 */
import { serviceVersion } from '../vocabulary/versions.ts';
import type { TrailRecord } from '../wire/trail.ts';
import type { Numbered } from './numbered.ts';

const schemaVersion = '1.3.0';

type Class = {
  readonly category: number;
  readonly categoryName: string;
  readonly uid: number;
  readonly name: string;
  /** The fields that only this class has. */
  readonly fields: (record: TrailRecord) => object;
  readonly activity: (verb: string) => Activity;
};
type Activity = { readonly id: number; readonly name: string };

const identity = { category: 3, categoryName: 'Identity & Access Management' };
const application = { category: 6, categoryName: 'Application Activity' };
const other = (verb: string): Activity => ({ id: 99, name: verb });

const verbs = (known: Readonly<Record<string, Activity>>) => (verb: string) => known[verb] ?? other(verb);

const create: Activity = { id: 1, name: 'Create' };
const update: Activity = { id: 3, name: 'Update' };
const remove: Activity = { id: 4, name: 'Delete' };

const text = (id: number | string | null): string => String(id ?? 'service');

const userOf = ({ id, name }: { readonly id: number | string | null; readonly name: string | null }) => ({
  uid: text(id),
  ...(name !== null && { name }),
});

/** The network address of the client, if the record has it. */
function endpointOf({ after }: TrailRecord): object {
  const address = after?.address;
  return typeof address === 'string' ? { ip: address } : { name: 'unknown' };
}

const authentication: Class = {
  ...identity,
  uid: 3002,
  name: 'Authentication',
  activity: () => ({ id: 1, name: 'Logon' }),
  fields: (record) => ({
    user: userOf(record.actor),
    src_endpoint: endpointOf(record),
    is_remote: true,
    service: { name: 'Verbatim' },
    ...(record.action === 'sign_in.failed' ? { status_id: 2, status: 'Failure' } : { status_id: 1, status: 'Success' }),
  }),
};

const accountChange: Class = {
  ...identity,
  uid: 3001,
  name: 'Account Change',
  activity: verbs({
    created: create,
    reactivated: { id: 2, name: 'Enable' },
    deactivated: { id: 5, name: 'Disable' },
  }),
  fields: (record) => ({ user: userOf(record.object) }),
};

const apiActivity: Class = {
  ...application,
  uid: 6003,
  name: 'API Activity',
  activity: () => ({ id: 2, name: 'Read' }),
  fields: (record) => ({
    api: {
      operation: text((record.after?.operation as string | undefined) ?? 'unknown'),
      service: { name: 'Verbatim' },
    },
    src_endpoint: endpointOf(record),
  }),
};

const entityManagement: Class = {
  ...identity,
  uid: 3004,
  name: 'Entity Management',
  activity: verbs({
    ...Object.fromEntries(
      ['created', 'added', 'sent', 'uploaded', 'placed', 'requested'].map((verb) => [verb, create]),
    ),
    ...Object.fromEntries(['edited', 'changed', 'renamed', 'moved', 'described'].map((verb) => [verb, update])),
    ...Object.fromEntries(['deleted', 'removed', 'ended', 'archived'].map((verb) => [verb, remove])),
  }),
  fields: ({ object: { type, id, name } }) => ({
    entity: { type, uid: text(id), ...(name !== null && { name }) },
  }),
};

const classes: Readonly<Record<string, Class>> = {
  sign_in: authentication,
  user: accountChange,
  access: apiActivity,
};

export function ocsfEvent({ id, sequence, record }: Numbered, source: string): object {
  const [type = '', verb = ''] = record?.action.split('.', 2) ?? [];
  const { category, categoryName, uid, name, activity, fields } = classes[type] ?? entityManagement;
  const { id: activityId, name: activityName } = record ? activity(verb) : { id: 0, name: 'Unknown' };
  return {
    category_uid: category,
    category_name: categoryName,
    class_uid: uid,
    class_name: name,
    activity_id: activityId,
    activity_name: activityName,
    type_uid: 100 * uid + activityId,
    type_name: `${name}: ${activityName}`,
    severity_id: 1,
    severity: 'Informational',
    // The time of the event in milliseconds; 0 if the trail no longer has the event.
    time: record ? Date.parse(record.at) : 0,
    metadata: {
      version: schemaVersion,
      uid: id,
      sequence,
      event_code: record?.action ?? 'event.gone',
      log_name: source,
      ...(record?.context.request_id && { correlation_uid: record.context.request_id }),
      product: { name: 'Verbatim', vendor_name: 'Verbatim', version: serviceVersion },
    },
    actor: { user: userOf(record?.actor ?? { id: null, name: null }) },
    ...(record ? fields(record) : { entity: { type: 'event', uid: id } }),
    ...(record && { unmapped: record }),
  };
}
