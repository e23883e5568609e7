/** GitHub's events about pull requests and issues. */
import { z } from 'zod';
import type { WebhookMessage } from '../../define/integration.ts';
import { quoted } from '../markdown.ts';
import { Login, Repository } from './github-words.ts';

/** What issues and pull requests have in common. */
const Ticket = z.object({ number: z.int(), title: z.string(), html_url: z.string(), body: z.string().nullish() });

export const PullRequest = z.object({
  action: z.string(),
  pull_request: Ticket.extend({
    merged: z.boolean().nullish(),
    head: z.object({ ref: z.string() }),
    base: z.object({ ref: z.string() }),
  }),
  assignee: Login.nullish(),
  repository: Repository,
  sender: Login,
});
export type PullRequest = z.infer<typeof PullRequest>;

export const Issue = z.object({
  action: z.string(),
  issue: Ticket,
  assignee: Login.nullish(),
  repository: Repository,
  sender: Login,
});
export type Issue = z.infer<typeof Issue>;

/** The actions that cause a notification, and their words. Other actions cause none. */
const actions = new Map([
  ['opened', 'opened'],
  ['reopened', 'reopened'],
  ['closed', 'closed'],
  ['edited', 'edited'],
  ['synchronize', 'updated'],
  ['ready_for_review', 'marked as ready for review'],
]);

export function ofPullRequest({ pull_request: pull, ...payload }: PullRequest): WebhookMessage | null {
  const closed = pull.merged ? 'merged' : 'closed without merge';
  const withBranches = payload.action === 'opened' || pull.merged;
  return ofTicket(payload, {
    kind: 'PR',
    ticket: pull,
    action: payload.action === 'closed' ? closed : actions.get(payload.action),
    detail: withBranches ? ` from \`${pull.head.ref}\` to \`${pull.base.ref}\`` : '',
  });
}

export const ofIssue = ({ issue, ...payload }: Issue): WebhookMessage | null =>
  ofTicket(payload, { kind: 'issue', ticket: issue, action: actions.get(payload.action), detail: '' });

type TicketEvent = Omit<Issue, 'issue'>;
type Subject = {
  readonly kind: 'PR' | 'issue';
  readonly ticket: z.infer<typeof Ticket>;
  /** The words for the action, unless it is about assignees. */
  readonly action: string | undefined;
  readonly detail: string;
};

function ofTicket(payload: TicketEvent, { kind, ticket, action, detail }: Subject): WebhookMessage | null {
  const link = `[${kind} #${ticket.number}](${ticket.html_url})`;
  const topic = `${payload.repository.name} / ${kind} #${ticket.number} ${ticket.title}`;
  if (payload.action === 'assigned' || payload.action === 'unassigned') {
    const assignee = payload.assignee
      ? ` ${payload.assignee.login} ${payload.action === 'assigned' ? 'to' : 'from'}`
      : '';
    return { topic, content: `${payload.sender.login} ${payload.action}${assignee} ${link}.` };
  }
  if (action === undefined) return null;
  const shown = (payload.action === 'opened' || payload.action === 'edited') && ticket.body?.trim();
  const end = shown ? `:\n\n${quoted(shown)}` : '.';
  return { topic, content: `${payload.sender.login} ${action} ${link}${detail}${end}` };
}
