/** POST /audit/erasures/{erasure_id}/approve: a second auditor agrees, and the erasure begins. */
import { z } from 'zod';
import { type Actor, acceptEvent, refuse } from '../../src/define/command.ts';
import { isActive } from '../../src/state/directory.ts';
import { mayBegin } from '../../src/state/erasures.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { ErasureId, idNamed } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { accountOf } from '../rules/acting.ts';
import { holderRefusal, holderRefusals } from '../rules/holds.ts';

export const approveErasure = defineCommand({
  name: 'approve-erasure',
  input: z.object({ erasureId: idNamed(ErasureId), reason: z.string() }),
  refusals: [...holderRefusals, 'erasure-missing', 'erasure-own', 'erasure-begun', 'erasure-user-active'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, data, { realmId, actor }) {
    const refusal = holderRefusal(state, actor, data.reason);
    if (refusal) return refuse(refusal);
    if (data.erasureId === 0 || data.erasureId > state.erasures.erasureIdMax)
      return refuse({ code: 'erasure-missing' });
    const erasure = state.erasures.byId.get(data.erasureId);
    if (!erasure || mayBegin(erasure)) return refuse({ code: 'erasure-begun' });
    if (personBehind(state, erasure.requestedBy) === personBehind(state, actor)) return refuse({ code: 'erasure-own' });
    // A person who was reactivated in the meantime would lose their name and address.
    const { target } = erasure;
    if (target.kind === 'user' && isActive(state.directory, target.userId))
      return refuse({ code: 'erasure-user-active' });
    return acceptEvent(logStream.audit(realmId), { type: 'ErasureApproved', data });
  },
});

/** A bot and its owner count as one person: neither may approve the request of the other. */
const personBehind = (state: RealmState, actor: Actor): Actor => accountOf(state, actor)?.bot?.ownerId ?? actor;
