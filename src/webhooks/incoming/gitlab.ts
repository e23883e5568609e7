/**
 * GitLab: pushes, tags, issues, merge requests, comments, pipelines, jobs, wiki pages, releases and deployments (docs.gitlab.com,
 * Webhook events). With `branches=main,release` in the address, only pushes to these branches cause a message.
 */
import { z } from 'zod';
import { defineIntegration, type WebhookMessage } from '../../define/integration.ts';
import { link, paragraphs, quoted, words } from '../markdown.ts';

type Options = { readonly branches?: readonly string[] | undefined };
/** The message for an event, as a function of the options in the address. */
type MessageFor = (options: Options) => WebhookMessage | null | 'unsupported';

const handler = <S extends z.ZodType>(
  schema: S,
  messageOf: (event: z.output<S>, options: Options) => ReturnType<MessageFor>,
) =>
  schema.transform(
    (event): MessageFor =>
      (options) =>
        messageOf(event, options),
  );

const Project = z.object({ name: z.string(), web_url: z.string().nullish() });
const User = z.object({ name: z.string() });
const text = z.string().nullish();

const commitsMax = 20;
const isNothing = (sha: string): boolean => /^0+$/.test(sha);
const short = (sha: string): string => words(sha.slice(0, 8));
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const Push = z.object({
  ref: z.string(),
  before: z.string(),
  after: z.string(),
  user_name: z.string(),
  project: Project,
  commits: z.array(z.object({ id: z.string(), message: z.string(), url: text })).nullish(),
  total_commits_count: z.int().nonnegative().nullish(),
});

const push = handler(Push, ({ ref, before, after, user_name, project, commits, total_commits_count }, { branches }) => {
  const branch = ref.replace(/^refs\/heads\//, '');
  if (branches && !branches.includes(branch)) return null;
  const topic = `${project.name} / ${branch}`;
  const who = words(user_name);
  if (isNothing(after)) return { topic, content: `${who} deleted the branch ${words(branch)}.` };
  const all = total_commits_count ?? commits?.length ?? 0;
  const compare = project.web_url && `${project.web_url}/-/compare/${before}...${after}`;
  const act = isNothing(before) ? 'pushed the new branch' : link('pushed', compare);
  if (all === 0) return { topic, content: `${who} ${act} ${words(branch)}.` };
  const shown = (commits ?? []).slice(-commitsMax);
  const rows = shown.map(
    ({ id, message, url }) => `* ${words(message.split('\n', 1)[0] ?? '')} (${link(short(id), url)})`,
  );
  if (all > shown.length) rows.unshift(`* … and ${count(all - shown.length, 'earlier commit')}`);
  const what = isNothing(before)
    ? `${words(branch)} with ${count(all, 'commit')}`
    : `${count(all, 'commit')} to ${words(branch)}`;
  return { topic, content: `${who} ${act} ${what}.\n\n${rows.join('\n')}` };
});

const tagPush = handler(Push, ({ ref, after, user_name, project }) => ({
  topic: project.name,
  content: `${words(user_name)} ${isNothing(after) ? 'removed' : 'pushed'} the tag ${words(ref.replace(/^refs\/tags\//, ''))}.`,
}));

const Ticket = z.object({ iid: z.int(), title: z.string(), action: text, url: text, description: text });

/** The words for the actions that cause a message. Others cause none. */
const actions = new Map([
  ['open', 'opened'],
  ['close', 'closed'],
  ['reopen', 'reopened'],
  ['merge', 'merged'],
  ['approved', 'approved'],
  ['approval', 'approved'],
  ['unapproved', 'took back the approval of'],
  ['unapproval', 'took back the approval of'],
]);

const issue = handler(
  z.object({ user: User, project: Project, object_attributes: Ticket }),
  ({ user, project, object_attributes: ticket }) => {
    const action = ticket.action === 'update' ? 'updated' : actions.get(ticket.action ?? '');
    if (action === undefined) return null;
    const content = `${words(user.name)} ${action} ${link(`issue #${ticket.iid}`, ticket.url)}.`;
    const description = ticket.action === 'open' && ticket.description ? quoted(ticket.description) : '';
    return {
      topic: `${project.name} / issue #${ticket.iid} ${ticket.title}`,
      content: paragraphs(content, description),
    };
  },
);

const MergeRequest = Ticket.extend({ source_branch: z.string(), target_branch: z.string(), oldrev: text });

const mergeRequest = handler(
  z.object({ user: User, project: Project, object_attributes: MergeRequest }),
  ({ user, project, object_attributes: ticket }) => {
    const action =
      ticket.action === 'update' ? (ticket.oldrev ? 'pushed to' : 'updated') : actions.get(ticket.action ?? '');
    if (action === undefined) return null;
    const isShown = ticket.action === 'open' || ticket.action === 'merge';
    const between = isShown ? ` from \`${words(ticket.source_branch)}\` to \`${words(ticket.target_branch)}\`` : '';
    const content = `${words(user.name)} ${action} ${link(`MR !${ticket.iid}`, ticket.url)}${between}.`;
    const description = ticket.action === 'open' && ticket.description ? quoted(ticket.description) : '';
    return { topic: `${project.name} / MR !${ticket.iid} ${ticket.title}`, content: paragraphs(content, description) };
  },
);

const Named = z.object({ iid: z.int(), title: z.string() });
const Note = z.object({
  user: User,
  project: Project,
  object_attributes: z.object({ note: z.string(), noteable_type: z.string(), url: text }),
  commit: z.object({ id: z.string() }).nullish(),
  merge_request: Named.nullish(),
  issue: Named.nullish(),
  snippet: z.object({ id: z.int(), title: z.string() }).nullish(),
});

const note = handler(Note, ({ user, project, object_attributes: { note: comment, url }, ...on }) => {
  const what = on.merge_request
    ? { place: `MR !${on.merge_request.iid} ${on.merge_request.title}`, name: `MR !${on.merge_request.iid}` }
    : on.issue
      ? { place: `issue #${on.issue.iid} ${on.issue.title}`, name: `issue #${on.issue.iid}` }
      : on.snippet
        ? { place: `snippet $${on.snippet.id} ${on.snippet.title}`, name: `snippet $${on.snippet.id}` }
        : { place: '', name: on.commit ? `commit ${short(on.commit.id)}` : 'something' };
  const topic = what.place === '' ? project.name : `${project.name} / ${what.place}`;
  return { topic, content: `${words(user.name)} ${link('commented', url)} on ${what.name}:\n\n${quoted(comment)}` };
});

/** The statuses in which a pipeline, a job or a deployment ends. */
const ends = new Map([
  ['success', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'was canceled'],
]);

const Pipeline = z.object({
  project: Project,
  object_attributes: z.object({ id: z.int(), ref: z.string(), status: z.string(), url: text }),
  builds: z.array(z.object({ name: z.string(), status: z.string() })).nullish(),
});

const pipeline = handler(Pipeline, ({ project, object_attributes: { id, ref, status, url }, builds }) => {
  const ended = ends.get(status);
  if (ended === undefined) return null;
  const address = url ?? (project.web_url && `${project.web_url}/-/pipelines/${id}`);
  const failed = (builds ?? []).filter((build) => build.status === 'failed').slice(0, commitsMax);
  const rows = failed.map((build) => `* ${words(build.name)} failed`).join('\n');
  return {
    topic: `${project.name} / ${ref}`,
    content: paragraphs(`${link(`Pipeline ${id}`, address)} ${ended}.`, rows),
  };
});

const Job = z.object({
  ref: z.string(),
  build_id: z.int(),
  build_name: z.string(),
  build_status: z.string(),
  project_name: z.string(),
  repository: z.object({ homepage: text }).nullish(),
});

const job = handler(Job, ({ ref, build_id, build_name, build_status, project_name, repository }) => {
  const ended = ends.get(build_status);
  if (ended === undefined) return null;
  const address = repository?.homepage && `${repository.homepage}/-/jobs/${build_id}`;
  return { topic: `${project_name} / ${ref}`, content: `${link(`Job ${build_name}`, address)} ${ended}.` };
});

const done = new Map([
  ['create', 'created'],
  ['update', 'updated'],
  ['delete', 'deleted'],
]);

const WikiPage = z.object({ title: z.string(), url: text, action: z.string() });
const wikiPage = handler(
  z.object({ user: User, project: Project, object_attributes: WikiPage }),
  ({ user, project, object_attributes: page }) => ({
    topic: `${project.name} / wiki`,
    content: `${words(user.name)} ${done.get(page.action) ?? 'changed'} the wiki page ${link(page.title, page.url)}.`,
  }),
);

const Release = z.object({
  name: z.string(),
  tag: z.string(),
  url: text,
  action: z.string(),
  description: text,
  project: Project,
});
const release = handler(Release, ({ name, tag, url, action, description, project }) => {
  const content = `Release ${link(name, url)} of the tag ${words(tag)} was ${done.get(action) ?? 'changed'}.`;
  return { topic: `${project.name} / ${tag}`, content: paragraphs(content, description && quoted(description)) };
});

const Deployment = z.object({
  status: z.string(),
  environment: z.string(),
  deployable_url: text,
  user: User,
  project: Project,
});
const deployment = handler(Deployment, ({ status, environment, deployable_url, user, project }) => {
  const ended = ends.get(status);
  if (ended === undefined) return null;
  const what = link('deployment', deployable_url);
  return {
    topic: `${project.name} / ${environment}`,
    content: `The ${what} of ${words(user.name)} to ${words(environment)} ${ended}.`,
  };
});

export const gitlab = defineIntegration({
  name: 'gitlab',
  displayName: 'GitLab',
  summary: 'Pushes, issues, merge requests and pipelines of a project',
  eventHeader: 'X-Gitlab-Event',
  options: z.object({
    branches: z
      .string()
      .transform((names) => names.split(',').map((name) => name.trim()))
      .optional()
      .meta({ description: 'Only pushes to these branches are posted.', examples: ['main,release'] }),
  }),
  body: z.looseObject({}).transform((): MessageFor => () => 'unsupported'),
  bodies: {
    'Push Hook': push,
    'Tag Push Hook': tagPush,
    'Issue Hook': issue,
    'Confidential Issue Hook': issue,
    'Merge Request Hook': mergeRequest,
    'Note Hook': note,
    'Confidential Note Hook': note,
    'Pipeline Hook': pipeline,
    'Job Hook': job,
    'Wiki Page Hook': wikiPage,
    'Release Hook': release,
    'Deployment Hook': deployment,
  },
  message: (messageOf, { options }) => messageOf(options),
});
