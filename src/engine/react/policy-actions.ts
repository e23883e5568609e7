/** Acts that policies call for, what the log says of them, and how a snapshot keeps those that are not finished. */
import type { Planned, Policy } from '../../define/policy.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { RealmState } from '../../state/realm-state.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { type LogStream, logStream } from '../../vocabulary/log-streams.ts';
import { decode } from '../follow/decode.ts';

export type Act = {
  readonly policy: Policy<RealmState>;
  readonly subject: string;
  readonly realmId: RealmId;
  readonly event: Recorded;
};

/** Where the event that caused it stands, and not the event: its words may be deleted. */
export type KeptAct = {
  readonly policy: string;
  readonly subject: string;
  readonly realmId: RealmId;
  readonly stream: LogStream;
  readonly revision: number;
};

/** What is known of policies at a position of the log. */
export type PoliciesMemory = {
  /** Name → where it was started. */
  readonly started: ReadonlyMap<string, number>;
  readonly unfinished: readonly KeptAct[];
};

export const claimStreamOf = ({ policy, subject, realmId, event }: Act): LogStream =>
  logStream.policyClaim(realmId, event.id, `${policy.name}.${subject}`);

export const keptAct = ({ policy, subject, realmId, event }: Act): KeptAct => ({
  policy: policy.name,
  subject,
  realmId,
  stream: event.stream,
  revision: event.revision,
});

/** Undefined where the event has been erased, or the policy is no more: as after following the log from its beginning. */
export async function actOf(
  log: EventLog,
  policies: readonly Policy<RealmState>[],
  { policy: name, subject, realmId, stream, revision }: KeptAct,
): Promise<Act | undefined> {
  const policy = policies.find((known) => known.name === name);
  const [stored] = await log.readStream(stream, { from: revision, limit: 1 });
  const event = stored?.revision === revision ? decode(stored) : undefined;
  return policy && event && { policy, subject, realmId, event };
}

/** What will be done, and where that is said. */
export type Claim = { readonly plan: readonly Planned[]; readonly revision: number };

export async function standingClaim(log: EventLog, stream: LogStream): Promise<Claim | 'finished' | undefined> {
  const events = (await log.readStream(stream)).map(decode);
  if (events.some((event) => event?.type === 'PolicyActionFinished')) return 'finished';
  const claimed = events.findLast((event) => event?.type === 'PolicyActionClaimed');
  if (claimed?.type !== 'PolicyActionClaimed') return undefined;
  return { plan: claimed.data.plan as unknown as readonly Planned[], revision: claimed.revision };
}
