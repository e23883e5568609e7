/** Jira, Cloud and Data Center: issues that are created, changed and deleted, and comments on them (developer.atlassian.com, Webhooks). */
import { z } from 'zod';
import { defineIntegration, type WebhookMessage } from '../../define/integration.ts';
import { facts, link, paragraphs, quoted, words } from '../markdown.ts';

const Named = z.object({ name: z.string() });
const Person = z.object({ displayName: z.string() });

const Issue = z.object({
  key: z.string(),
  self: z.string().nullish(),
  fields: z.object({
    summary: z.string(),
    issuetype: Named.nullish(),
    priority: Named.nullish(),
    status: Named.nullish(),
    assignee: Person.nullish(),
  }),
});
type Issue = z.infer<typeof Issue>;

/** Rich text is a document of nested nodes. Only its words are shown. */
const Body = z.union([z.string(), z.looseObject({ content: z.array(z.unknown()) })]);

/** Parsed manually, because every object has a `toString`. */
const Change = z.record(z.string(), z.unknown()).transform((item) => ({
  field: ownText(item, 'field') ?? 'Field',
  from: ownText(item, 'fromString') ?? '',
  to: ownText(item, 'toString') ?? '',
}));

function ownText(item: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(item, name) ? item[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

const Payload = z.object({
  webhookEvent: z.string(),
  user: Person.nullish(),
  issue: Issue.nullish(),
  comment: z.object({ body: Body.nullish(), author: Person.nullish(), updateAuthor: Person.nullish() }).nullish(),
  changelog: z
    .object({
      items: z.array(Change),
    })
    .nullish(),
});
type Payload = z.infer<typeof Payload>;

const changesMax = 20;

export const jira = defineIntegration({
  name: 'jira',
  displayName: 'Jira',
  summary: 'Issues and their comments',
  escapesQuery: true,
  options: z.object({}),
  body: Payload,
  eventOf: ({ webhookEvent }) => webhookEvent,
  message(payload): WebhookMessage | null | 'unsupported' {
    const { webhookEvent: event, issue } = payload;
    const say = sayings.get(event);
    if (!say) return 'unsupported';
    if (!issue) return null;
    const content = say(payload, issue);
    return content === null ? null : { topic: `${issue.key}: ${issue.fields.summary}`, content };
  },
});

/** The address at which people read an issue. The payload has only the one for programs. */
function addressOf({ key, self }: Issue): string | undefined {
  const site = /^(https?:\/\/.+?)\/rest\/api\//.exec(self ?? '')?.[1];
  return site === undefined ? undefined : `${site}/browse/${key}`;
}

const linked = (issue: Issue): string => link(issue.key, addressOf(issue));
const who = (person: z.infer<typeof Person> | null | undefined): string => words(person?.displayName ?? 'Somebody');
const none = '*none*';

function created({ user }: Payload, issue: Issue): string {
  const { issuetype, priority, assignee } = issue.fields;
  const rows = facts([
    ['Type', issuetype && words(issuetype.name)],
    ['Priority', priority && words(priority.name)],
    ['Assignee', assignee && words(assignee.displayName)],
  ]);
  return paragraphs(`${who(user)} created ${linked(issue)}: ${words(issue.fields.summary)}`, rows);
}

function updated({ user, changelog, comment }: Payload, issue: Issue): string | null {
  // Comments have an event of their own.
  if (!changelog || changelog.items.length === 0) return comment ? null : `${who(user)} updated ${linked(issue)}.`;
  const rows = changelog.items
    .slice(0, changesMax)
    .map(({ field, from, to }) => [field, `${words(from || none)} → ${words(to || none)}`] as const);
  return paragraphs(`${who(user)} updated ${linked(issue)}:`, facts(rows));
}

const commented =
  (act: string) =>
  ({ user, comment }: Payload, issue: Issue): string => {
    const author = act === 'commented on' ? comment?.author : comment?.updateAuthor;
    const commentText = act === 'deleted a comment on' ? '' : wordsOf(comment?.body).trim();
    return commentText === ''
      ? `${who(author ?? user)} ${act} ${linked(issue)}.`
      : `${who(author ?? user)} ${act} ${linked(issue)}:\n\n${quoted(commentText)}`;
  };

const sayings = new Map<string, (payload: Payload, issue: Issue) => string | null>([
  ['jira:issue_created', created],
  ['jira:issue_updated', updated],
  ['jira:issue_deleted', ({ user }, issue) => `${who(user)} deleted ${words(issue.key)}.`],
  ['comment_created', commented('commented on')],
  ['comment_updated', commented('changed a comment on')],
  ['comment_deleted', commented('deleted a comment on')],
]);

/** The words of a body; paragraphs and list items on lines of their own. */
function wordsOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return '';
  const { type, text, content } = body as { type?: unknown; text?: unknown; content?: unknown };
  if (typeof text === 'string') return text;
  if (type === 'hardBreak') return '\n';
  const inside = Array.isArray(content) ? content.map(wordsOf).join('') : '';
  return type === 'paragraph' || type === 'heading' || type === 'listItem' ? `${inside}\n` : inside;
}
