/** The actions that policies call for, and the form in which a snapshot stores those that are not finished. */
import type { Planned } from '../../define/planned.ts';
import type { Policy } from '../../define/policy.ts';
import type { EventLog } from '../../ports/event-log.ts';
import type { RealmState } from '../../state/realm-state.ts';
import type { Recorded } from '../../vocabulary/events/index.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import { type LogStream, logStream } from '../../vocabulary/log-streams.ts';
import { decode } from '../follow/decode.ts';

/** What a policy calls for about one event and one subject. */
export type PolicyAction = {
  readonly policy: Policy<RealmState>;
  readonly subject: string;
  readonly realmId: RealmId;
  readonly event: Recorded;
};

/** An action that waits. For a policy that allows many to wait, memory holds only the log positions of their events. */
export type WaitingAction = Omit<PolicyAction, 'event'> & {
  readonly event: Pick<Recorded, 'id' | 'position' | 'stream' | 'revision'>;
  /** The whole action. Absent: it must be read from the log. */
  readonly whole?: PolicyAction;
};

export function waiting(action: PolicyAction): WaitingAction {
  const { policy, subject, realmId, event } = action;
  const { id, position, stream, revision } = event;
  const isKept = policy.backlogMax === undefined;
  return { policy, subject, realmId, event: { id, position, stream, revision }, ...(isKept && { whole: action }) };
}

/** Carries out the actions of a policy without `plan`, which wait for something, read, or call another server. */
export type Performer =
  /** Finds out which commands to execute, for example by a request to another server. */
  | {
      readonly kind: 'plan';
      readonly plan: (event: Recorded, subject: string, signal: AbortSignal) => Promise<readonly Planned[]>;
      /** The plan for the first action of a subject that is given up because too many wait. Later ones that are given up have no plan. */
      readonly giveUp?: (event: Recorded, subject: string) => readonly Planned[];
    }
  /** Performs the whole action, which must be safe to repeat. An action that is given up is not performed. */
  | {
      readonly kind: 'do';
      readonly perform: (event: Recorded, signal: AbortSignal, subject: string) => Promise<void>;
    };

/** An action as a snapshot stores it. It refers to its event by position, because the content of the event may be deleted later. */
type SavedAction = {
  readonly policy: string;
  readonly subject: string;
  readonly realmId: RealmId;
  readonly stream: LogStream;
  readonly revision: number;
};

/** The progress of policies at a position of the log. */
export type PolicyMemory = {
  /** Maps the name of a policy to the position at which it started. */
  readonly started: ReadonlyMap<string, number>;
  readonly unfinished: readonly SavedAction[];
};

/** Names an action among the actions that one event causes. */
export const nameOf = ({ policy, subject }: Pick<PolicyAction, 'policy' | 'subject'>): string =>
  `${policy.name}.${subject}`;

export const claimStreamOf = (action: WaitingAction): LogStream =>
  logStream.policyClaim(action.realmId, action.event.id, nameOf(action));

/** Names the subject of an action among those of all policies and organizations. */
export const subjectOf = ({ realmId, policy, subject }: Omit<PolicyAction, 'event'>): string =>
  `${realmId}.${policy.name}.${subject}`;

export const saved = ({ policy, subject, realmId, event }: WaitingAction): SavedAction => ({
  policy: policy.name,
  subject,
  realmId,
  stream: event.stream,
  revision: event.revision,
});

/** Undefined if the event has been erased or the policy no longer exists. Following the whole log would not find the action either. */
export async function restored(
  log: EventLog,
  policies: readonly Policy<RealmState>[],
  { policy: name, subject, realmId, stream, revision }: SavedAction,
): Promise<PolicyAction | undefined> {
  const policy = policies.find((known) => known.name === name);
  const [stored] = await log.readStream(stream, { from: revision, limit: 1 });
  const event = stored?.revision === revision ? decode(stored) : undefined;
  return policy && event && { policy, subject, realmId, event };
}
