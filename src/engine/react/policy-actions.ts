/** Actions that policies call for, and how a snapshot remembers those that are not finished. */
import type { Planned, Policy } from '../../define/policy.ts';
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

/** A waiting action. If many may wait, memory holds only the positions of their events in the log. */
export type WaitingAction = Omit<PolicyAction, 'event'> & {
  readonly event: Pick<Recorded, 'id' | 'position' | 'stream' | 'revision'>;
  /** Absent: to be read from the log. */
  readonly whole?: PolicyAction;
};

export function waiting(action: PolicyAction): WaitingAction {
  const { policy, subject, realmId, event } = action;
  const { id, position, stream, revision } = event;
  const isKept = policy.backlogMax === undefined;
  return { policy, subject, realmId, event: { id, position, stream, revision }, ...(isKept && { whole: action }) };
}

/** Carries out the actions of a policy without `plan`: those that wait for something, read, or call another server. */
export type Performer =
  /** Finds out, from another server say, which commands to execute. */
  | {
      readonly kind: 'plan';
      readonly plan: (event: Recorded, subject: string, signal: AbortSignal) => Promise<readonly Planned[]>;
      /** What is done about the first action of a subject that is given up because too many wait. Nothing is done about those after it. */
      readonly giveUp?: (event: Recorded, subject: string) => readonly Planned[];
    }
  /** Does the whole action, which must be safe to repeat. One that is given up is not performed. */
  | {
      readonly kind: 'do';
      readonly perform: (event: Recorded, signal: AbortSignal, subject: string) => Promise<void>;
    };

/** An action as a snapshot holds it: it refers to the event, because the event's words may be deleted later. */
export type SavedAction = {
  readonly policy: string;
  readonly subject: string;
  readonly realmId: RealmId;
  readonly stream: LogStream;
  readonly revision: number;
};

/** The progress of policies as of a position of the log. */
export type PolicyMemory = {
  /** Name of a policy → the position of its start. */
  readonly started: ReadonlyMap<string, number>;
  readonly unfinished: readonly SavedAction[];
};

/** An action's name within the events of its cause. */
export const nameOf = ({ policy, subject }: Pick<PolicyAction, 'policy' | 'subject'>): string =>
  `${policy.name}.${subject}`;

export const claimStreamOf = (action: WaitingAction): LogStream =>
  logStream.policyClaim(action.realmId, action.event.id, nameOf(action));

export const saved = ({ policy, subject, realmId, event }: WaitingAction): SavedAction => ({
  policy: policy.name,
  subject,
  realmId,
  stream: event.stream,
  revision: event.revision,
});

/** Undefined where the event has been erased or the policy no longer exists: neither would be found by following the whole log. */
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
