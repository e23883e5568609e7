/** GitHub's push events: commits, branches and tags. */
import { z } from 'zod';
import type { WebhookMessage } from '../../define/integration.ts';
import { words } from '../markdown.ts';
import { Login, Repository } from './github-words.ts';

export const Push = z.object({
  ref: z.string(),
  compare: z.string(),
  created: z.boolean(),
  deleted: z.boolean(),
  forced: z.boolean(),
  commits: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      message: z.string(),
      author: z.object({ name: z.string(), username: z.string().optional() }),
    }),
  ),
  head_commit: z.object({ id: z.string() }).nullish(),
  repository: Repository,
  sender: Login,
});
export type Push = z.infer<typeof Push>;

/** Further commits are counted and not listed. */
const commitsMax = 20;

/** Null for a push to other branches than those in the address. */
export function pushed(push: Push, branches: readonly string[] | undefined): WebhookMessage | null {
  const { repository, sender, compare, commits } = push;
  const tag = /^refs\/tags\/(.+)$/s.exec(push.ref)?.[1];
  if (tag !== undefined) {
    const act = push.deleted ? 'removed' : 'pushed';
    return { topic: repository.name, content: `${sender.login} ${act} tag ${tag}.` };
  }
  const branch = push.ref.replace(/^refs\/heads\//, '');
  if (branches && !branches.includes(branch)) return null;
  const topic = `${repository.name} / ${branch}`;
  if (push.deleted) return { topic, content: `${sender.login} [deleted](${compare}) the branch ${branch}.` };
  if (push.forced) {
    const head = push.head_commit ? ` Head is now ${short(push.head_commit.id)}.` : '';
    return { topic, content: `${sender.login} [force pushed](${compare}) to branch ${branch}.${head}` };
  }
  if (commits.length === 0) return { topic, content: `${sender.login} [pushed](${compare}) the branch ${branch}.` };
  const number = `${commits.length} commit${commits.length === 1 ? '' : 's'}`;
  const headline = `${sender.login} [pushed](${compare}) ${number} to branch ${branch}.${committers(push)}`;
  const rows = commits
    .slice(0, commitsMax)
    .map(({ id, url, message }) => `* ${words(message.split('\n', 1)[0] ?? '')} ([${short(id)}](${url}))`);
  if (commits.length > commitsMax) rows.push(`[and ${commits.length - commitsMax} more commit(s)]`);
  return { topic, content: `${headline}\n\n${rows.join('\n')}` };
}

const short = (sha: string): string => sha.slice(0, 7);

/** The authors of the commits, unless the only one is the user who pushed. More than three are "others". */
function committers({ commits, sender }: Push): string {
  const numbers = new Map<string, number>();
  for (const { author } of commits) {
    const name = words(author.username ?? author.name);
    numbers.set(name, (numbers.get(name) ?? 0) + 1);
  }
  if (numbers.size === 1 && numbers.has(sender.login)) return '';
  const ranked = [...numbers].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const others = ranked.slice(3).reduce((sum, [, number]) => sum + number, 0);
  const named = [...ranked.slice(0, 3), ...(others > 0 ? [['others', others] as const] : [])].map(
    ([name, number]) => `${name} (${number})`,
  );
  return ` Commits by ${[named.slice(0, -1).join(', '), named.at(-1)].filter((part) => part !== '').join(' and ')}.`;
}
