/** The marks on the slider: edits, deletions and role changes. */
import type { Api } from 'verbatim/client';

type Bucket = Api['GET /audit/events/counts']['answer']['buckets'][number];

/** The actions that get a mark. */
export const marked = ['message.edited', 'message.deleted', 'topic.moved', 'user.role_changed'] as const;

export type Mark = { readonly part: number; readonly kind: 'deletion' | 'role' | 'edit' };

const kindOf = (counts: Bucket['counts']): Mark['kind'] | undefined => {
  if ((counts['message.deleted'] ?? 0) > 0) return 'deletion';
  if ((counts['user.role_changed'] ?? 0) > 0) return 'role';
  return Object.values(counts).some((count) => count > 0) ? 'edit' : undefined;
};

/** One mark in the middle of each bucket that has such an action. A deletion takes precedence over a role change, and both over an edit. */
export const marksOf = (buckets: readonly Bucket[]): readonly Mark[] =>
  buckets.flatMap(({ counts }, index) => {
    const kind = kindOf(counts);
    return kind === undefined ? [] : [{ part: (index + 0.5) / buckets.length, kind }];
  });

const several = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

export function marksInWords(buckets: readonly Bucket[]): string {
  const sum = (...actions: readonly string[]): number =>
    buckets.reduce((all, { counts }) => actions.reduce((some, action) => some + (counts[action] ?? 0), all), 0);
  return [
    several(sum('message.edited', 'topic.moved'), 'edit or move', 'edits and moves'),
    several(sum('message.deleted'), 'deletion', 'deletions'),
    several(sum('user.role_changed'), 'role change', 'role changes'),
  ].join(', ');
}
