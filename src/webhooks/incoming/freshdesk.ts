/**
 * Freshdesk: tickets that are created or changed, and notes on them. It authenticates with HTTP Basic: the bot's address and API key are
 * user name and password. The fields that it sends are configured there, with these names.
 */
import { z } from 'zod';
import { defineIntegration } from '../../define/integration.ts';
import { htmlWords } from '../html-words.ts';
import { link, quoted, words } from '../markdown.ts';

const numberOrText = z.union([z.string(), z.int()]).transform(String);

const Ticket = z.object({
  triggered_event: z.string(),
  ticket_id: numberOrText,
  ticket_url: z.string(),
  ticket_subject: z.string(),
  ticket_description: z.string(),
  ticket_type: z.string().nullable(),
  ticket_priority: z.string(),
  ticket_status: z.string(),
  requester_name: z.string(),
  requester_email: z.string(),
});
type Ticket = z.infer<typeof Ticket>;

export const freshdesk = defineIntegration({
  name: 'freshdesk',
  displayName: 'Freshdesk',
  summary: 'Tickets of a help desk',
  auth: 'basic',
  options: z.object({}),
  body: z.object({ freshdesk_webhook: Ticket }),
  message({ freshdesk_webhook: ticket }) {
    const content = contentOf(ticket);
    return content === null ? null : { topic: `#${ticket.ticket_id}: ${ticket.ticket_subject}`, content };
  },
});

/** Customized values are shown by their numbers, because Freshdesk does not send their names. */
const properties = new Map([
  ['status', { label: 'Status', names: ['', '', 'Open', 'Pending', 'Resolved', 'Closed'] }],
  ['priority', { label: 'Priority', names: ['', 'Low', 'Medium', 'High', 'Urgent'] }],
]);

/** Freshdesk's notation for an event: `{ticket_action:created}`, `{note_type:public}`, `{status:{from:4,to:6}}`. */
function contentOf(ticket: Ticket): string | null {
  const who = words(`${ticket.requester_name} <${ticket.requester_email}>`);
  const what = link(`ticket #${ticket.ticket_id}`, ticket.ticket_url);
  const [, property = '', value = ''] = /^\{(\w+):(\w+)\}$/.exec(ticket.triggered_event) ?? [];
  if (property === 'ticket_action' && value === 'created')
    return [
      `${who} created ${what}:\n`,
      `${quoted(htmlWords(ticket.ticket_description))}\n`,
      `* **Type**: ${words(ticket.ticket_type ?? 'none')}`,
      `* **Priority**: ${words(ticket.ticket_priority)}`,
      `* **Status**: ${words(ticket.ticket_status)}`,
    ].join('\n');
  if (property === 'note_type') return `${who} added a ${value} note to ${what}.`;
  const [, changed = '', from = '', to = ''] = /^\{(\w+):\{from:(\d+),to:(\d+)\}\}$/.exec(ticket.triggered_event) ?? [];
  const changing = properties.get(changed);
  if (!changing) return null;
  const named = (number: string): string => changing.names[Number(number)] || number;
  return `${who} updated ${what}:\n\n* **${changing.label}**: ${named(from)} -> ${named(to)}`;
}
