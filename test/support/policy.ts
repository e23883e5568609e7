/** Tests of policies without a log. */
import { handlerOf } from '../../src/define/handlers.ts';
import type { Planned } from '../../src/define/planned.ts';
import type { Policy } from '../../src/define/policy.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { type Given, recorded, stateAfter } from './given.ts';

/** The subjects for which the last of `events` calls for an action. */
export function subjectsOf(policy: Policy<RealmState>, events: readonly Given[]): readonly string[] {
  const last = recorded(events).at(-1);
  return (last && handlerOf(policy.on, last)?.(last, stateAfter(events))) ?? [];
}

/**
 * The commands that the policy plans for the last of `events`, for each subject in order. Message ids are counted from 1. `later`:
 * events after that event and before the plan is made.
 */
export function plannedBy(
  policy: Policy<RealmState>,
  events: readonly Given[],
  later: readonly Given[] = [],
): Planned[] {
  let id = 0;
  const next = (): MessageId => ++id as MessageId;
  return subjectsOf(policy, events).flatMap((subject) => plannedFor(policy, events, subject, later, next));
}

/** The commands that the policy plans for one subject, whether or not it calls for an action. */
export function plannedFor(
  policy: Policy<RealmState>,
  events: readonly Given[],
  subject: string,
  later: readonly Given[] = [],
  messageId: () => MessageId = () => 1 as MessageId,
): readonly Planned[] {
  const cause = recorded(events).at(-1);
  const plan = cause && policy.plan && handlerOf(policy.plan, cause);
  return cause && plan ? plan(cause, subject, stateAfter([...events, ...later]), { messageId }) : [];
}
