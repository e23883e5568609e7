/** Carries out erasures of content, when nothing is missing for them. The performer is `src/audit/content-erasure.ts`. */
import type { Policy } from '../define/policy.ts';
import { mayBegin } from '../state/erasures.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { ErasureId } from '../vocabulary/ids.ts';

const begins = ({ erasures }: RealmState, erasureId: ErasureId): string[] => {
  const erasure = erasures.byId.get(erasureId);
  // The subject is the same for all erasures of an organization: one after the other.
  return erasure && mayBegin(erasure) ? [''] : [];
};

export const contentErasures: Policy<RealmState> = {
  name: 'content-erasures',
  on: {
    ErasureRequested: ({ data }, state) => begins(state, data.erasureId),
    ErasureApproved: ({ data }, state) => begins(state, data.erasureId),
  },
};
