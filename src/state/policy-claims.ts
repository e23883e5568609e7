/**
 * What the log contains about policies. A policy's own log stream records where the policy started. The claim stream of an action records
 * the plan, and later that the action is finished.
 */
import type { Aggregate, On } from '../define/handlers.ts';
import type { Planned } from '../define/planned.ts';
import type { DomainEvent } from '../vocabulary/events/index.ts';
import type { EventId } from '../vocabulary/ids.ts';
import type { LogStream } from '../vocabulary/log-streams.ts';

/**
 * The claim on an action, from its own log stream. `revision`: the revision of the newest event with the plan, or of the event that ended
 * the action. `hasPlan`: whether the plan is still in the log.
 */
export type PolicyClaim =
  | { readonly status: 'unclaimed' }
  | { readonly status: 'claimed'; readonly plan: readonly Planned[]; readonly revision: number }
  | { readonly status: 'finished'; readonly revision: number; readonly hasPlan: boolean };

export const policyClaim: Aggregate<PolicyClaim> = {
  initial: () => ({ status: 'unclaimed' }),
  on: {
    PolicyActionClaimed: ({ data, revision }) => ({
      status: 'claimed',
      // Every stored plan fits the type (`src/define/planned.ts`).
      plan: data.plan as unknown as readonly Planned[],
      revision,
    }),
    PolicyActionFinished: ({ revision }, { status }) => ({
      status: 'finished',
      revision,
      hasPlan: status === 'claimed',
    }),
  },
};

/** Receives the events about policies as the log is followed. */
type PolicyProgress = {
  started(policy: string, position: number): void;
  /** `hadPlan`: whether a plan preceded the end. It may still be in the log. */
  finished(claim: LogStream, hadPlan: boolean): void;
};

export const policyProgress: On<[progress: PolicyProgress], void> = {
  PolicyStarted: ({ data, position }, progress) => progress.started(data.policy, position),
  PolicyActionFinished: ({ stream, revision }, progress) => progress.finished(stream, revision > 0),
};

export const policyStarted = (policy: string): DomainEvent => ({ type: 'PolicyStarted', data: { policy } });

/** `action`: the policy's name and the action's subject. */
export const actionClaimed = (action: string, causedBy: EventId, plan: readonly Planned[]): DomainEvent =>
  ({ type: 'PolicyActionClaimed', data: { policy: action, causedBy, plan } }) as unknown as DomainEvent;

export const actionFinished = (action: string, causedBy: EventId): DomainEvent => ({
  type: 'PolicyActionFinished',
  data: { policy: action, causedBy },
});
