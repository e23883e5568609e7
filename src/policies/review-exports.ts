/** Makes exports for review, one after the other in an organization. The performer is `src/review/making.ts`. */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';

export const reviewExports: Policy<RealmState> = {
  name: 'review-exports',
  on: { ExportRequested: () => [''] },
};
