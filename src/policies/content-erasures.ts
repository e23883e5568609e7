/** Carries out erasures of content that may begin. The performer is `src/audit/content-erasure.ts`. */
import type { Policy } from '../define/policy.ts';
import { mayBegin } from '../state/erasures.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { ErasureId } from '../vocabulary/ids.ts';

const begins = ({ erasures }: RealmState, erasureId: ErasureId): string[] => {
  const erasure = erasures.byId.get(erasureId);
  if (!erasure || !mayBegin(erasure)) return [];
  // Erasures run one after the other. Those that auditors request do not wait for retention runs.
  return [erasure.retention ? 'retention' : ''];
};

export const contentErasures: Policy<RealmState> = {
  name: 'content-erasures',
  on: {
    ErasureRequested: ({ data }, state) => begins(state, data.erasureId),
    ErasureApproved: ({ data }, state) => begins(state, data.erasureId),
  },
};
