/** Sentry: issues, errors, comments, issue alerts and metric alerts of its integration platform (docs.sentry.io, Webhooks). */
import { z } from 'zod';
import { defineIntegration, type WebhookMessage } from '../../define/integration.ts';
import { facts, link, paragraphs, quoted, words } from '../markdown.ts';

type Told = WebhookMessage | null | 'unsupported';

const text = z.string().nullish();
const Actor = z.object({ name: z.string() }).nullish();
const who = (actor: z.infer<typeof Actor>): string => words(actor?.name ?? 'Somebody');

const Issue = z.object({
  title: z.string(),
  shortId: text,
  web_url: text,
  permalink: text,
  level: text,
  culprit: text,
  project: z.object({ name: z.string() }).nullish(),
  assignedTo: Actor,
});

const verbs = new Map([
  ['resolved', 'resolved'],
  ['unresolved', 'reopened'],
  ['archived', 'archived'],
  ['ignored', 'archived'],
]);

const issue = z
  .object({ action: z.string(), actor: Actor, data: z.object({ issue: Issue }) })
  .transform(({ action, actor, data: { issue: of } }): Told => {
    const topic = of.project ? `${of.project.name}: ${of.title}` : of.title;
    const linked = link(of.shortId ?? 'issue', of.web_url ?? of.permalink);
    if (action === 'created')
      return { topic, content: paragraphs(`New issue ${linked}: ${words(of.title)}`, about(of.level, of.culprit)) };
    if (action === 'assigned') return { topic, content: `${who(actor)} assigned ${linked} to ${who(of.assignedTo)}.` };
    const act = verbs.get(action);
    return act === undefined ? null : { topic, content: `${who(actor)} ${act} ${linked}.` };
  });

const about = (level: string | null | undefined, culprit: string | null | undefined): string =>
  facts([
    ['Level', level && words(level)],
    ['Where', culprit && words(culprit)],
  ]);

const Event = z.object({ title: z.string(), web_url: text, level: text, culprit: text, environment: text });

const eventAlert = z
  .object({ data: z.object({ event: Event, triggered_rule: text }) })
  .transform(({ data: { event, triggered_rule } }): Told => {
    const head = `Alert ${link(event.title, event.web_url)}`;
    const rule = triggered_rule ? `, by the rule ${words(triggered_rule)}` : '';
    return { topic: event.title, content: paragraphs(`${head}${rule}`, about(event.level, event.culprit)) };
  });

const error = z.object({ data: z.object({ error: Event }) }).transform(({ data: { error: event } }): Told => {
  const head = `Error ${link(event.title, event.web_url)}`;
  return { topic: event.title, content: paragraphs(head, about(event.level, event.culprit)) };
});

const metricAlert = z
  .object({
    action: z.string(),
    data: z.object({ description_title: z.string(), description_text: text, web_url: text }),
  })
  .transform(
    ({ action, data: { description_title, description_text, web_url } }): Told => ({
      // An alert and its end belong to one topic.
      topic: description_title.replace(/^(Critical|Warning|Resolved): /, ''),
      content: paragraphs(
        `Metric alert ${link(description_title, web_url)} is ${words(action)}.`,
        description_text && quoted(description_text),
      ),
    }),
  );

const comment = z
  .object({
    action: z.string(),
    actor: Actor,
    data: z.object({ comment: z.string(), project_slug: text, issue_id: z.int() }),
  })
  .transform(({ action, actor, data }): Told => {
    const topic = data.project_slug ? `${data.project_slug}: issue ${data.issue_id}` : `issue ${data.issue_id}`;
    if (action === 'deleted') return { topic, content: `${who(actor)} deleted a comment on issue ${data.issue_id}.` };
    const act = action === 'updated' ? 'changed a comment on' : 'commented on';
    return { topic, content: `${who(actor)} ${act} issue ${data.issue_id}:\n\n${quoted(data.comment)}` };
  });

export const sentry = defineIntegration({
  name: 'sentry',
  displayName: 'Sentry',
  summary: 'Issues, errors and alerts',
  eventHeader: 'Sentry-Hook-Resource',
  options: z.object({}),
  body: z.looseObject({}).transform((): Told => 'unsupported'),
  bodies: {
    issue,
    error,
    comment,
    event_alert: eventAlert,
    metric_alert: metricAlert,
    // Sentry reports that the integration was installed or removed.
    installation: z.looseObject({}).transform((): Told => null),
  },
  message: (told) => told,
});
