/** PagerDuty: incidents and services of its webhooks of version 3 (developer.pagerduty.com, Webhooks overview). */
import { z } from 'zod';
import { defineIntegration } from '../../define/integration.ts';
import { facts, link, paragraphs, quoted, words } from '../markdown.ts';

const Reference = z.object({ summary: z.string().nullish(), html_url: z.string().nullish() });
type Reference = z.infer<typeof Reference>;

const Data = z.object({
  title: z.string().nullish(),
  summary: z.string().nullish(),
  name: z.string().nullish(),
  number: z.int().nullish(),
  html_url: z.string().nullish(),
  urgency: z.string().nullish(),
  content: z.string().nullish(),
  message: z.string().nullish(),
  service: Reference.nullish(),
  priority: Reference.nullish(),
  assignees: z.array(Reference).nullish(),
  /** The incident of a note or of a responder's answer. */
  incident: Reference.nullish(),
});
type Data = z.infer<typeof Data>;

const Payload = z.object({
  event: z.object({ event_type: z.string(), agent: Reference.nullish(), data: Data }),
});

const assigneesMax = 20;

export const pagerduty = defineIntegration({
  name: 'pagerduty',
  displayName: 'PagerDuty',
  summary: 'Incidents',
  options: z.object({}),
  body: Payload,
  eventOf: ({ event }) => event.event_type,
  message({ event: { event_type: type, agent, data } }) {
    if (type === 'pagey.ping') return null;
    const act = verbs.get(type);
    if (act === undefined) return 'unsupported';
    const { title, number, url } = incidentOf(data);
    const subject = `${type.startsWith('service.') ? 'Service' : 'Incident'} ${link(number === undefined ? title : `#${number}`, url)}`;
    const done = agent?.summary ? `${act} ${link(agent.summary, agent.html_url)}` : act.replace(/ (by|from)$/, '');
    const rows =
      type === 'incident.triggered' ? details(data) : type === 'incident.annotated' ? '' : assignees(data, type);
    const text = data.content ?? data.message;
    const content = paragraphs(`${subject} ${done}${text ? ':' : '.'}`, rows, text && quoted(text));
    return { topic: title, content };
  },
});

/** Maps the type of the event to what happened, and to the word between that and the user. */
const verbs = new Map([
  ['incident.triggered', 'was triggered by'],
  ['incident.acknowledged', 'was acknowledged by'],
  ['incident.unacknowledged', 'lost its acknowledgement by'],
  ['incident.resolved', 'was resolved by'],
  ['incident.reopened', 'was reopened by'],
  ['incident.reassigned', 'was reassigned by'],
  ['incident.escalated', 'was escalated by'],
  ['incident.delegated', 'was delegated by'],
  ['incident.annotated', 'got a note from'],
  ['incident.priority_updated', 'got another priority from'],
  ['incident.responder.added', 'got a responder from'],
  ['incident.responder.replied', 'got an answer from'],
  ['incident.status_update_published', 'got a status update from'],
  ['service.created', 'was created by'],
  ['service.updated', 'was updated by'],
  ['service.deleted', 'was deleted by'],
]);

/** Notes and answers name their incident by its summary: `[#12] The server is on fire`. */
function incidentOf({ title, name, summary, number, html_url, incident }: Data) {
  const incidentSummary = incident?.summary ?? '';
  const [, digits, rest] = /^\[#(\d+)\] (.*)$/s.exec(incidentSummary) ?? [];
  return {
    title: title ?? name ?? rest ?? (incidentSummary || (summary ?? 'PagerDuty')),
    number: number == null ? digits : String(number),
    url: html_url ?? incident?.html_url,
  };
}

const nameOf = (reference: Reference | null | undefined): string | undefined =>
  reference?.summary ? link(reference.summary, reference.html_url) : undefined;

const assigned = ({ assignees: all }: Data): string =>
  (all ?? [])
    .slice(0, assigneesMax)
    .map(nameOf)
    .filter((name) => name !== undefined)
    .join(', ');

const details = (data: Data): string =>
  facts([
    ['Service', nameOf(data.service)],
    ['Priority', nameOf(data.priority)],
    ['Urgency', data.urgency && words(data.urgency)],
    ['Assigned to', assigned(data)],
  ]);

const assignees = (data: Data, type: string): string =>
  facts([
    ['Priority', type === 'incident.priority_updated' ? (nameOf(data.priority) ?? 'none') : undefined],
    [
      'Assigned to',
      ['incident.reassigned', 'incident.escalated', 'incident.delegated'].includes(type) ? assigned(data) : '',
    ],
  ]);
