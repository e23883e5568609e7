/**
 * Messages for Slack's incoming webhooks (docs.slack.dev, Sending messages using incoming webhooks): a text, blocks and attachments, as
 * JSON or as the form field `payload`. Slack's markup becomes Markdown. Its links and mentions of users become plain words, because its
 * users are others.
 */
import { z } from 'zod';
import { defineIntegration } from '../../define/integration.ts';
import { limits } from '../../vocabulary/limits.ts';
import { enough, facts, link, paragraphs, words } from '../markdown.ts';

const text = z.string().nullish();
const TextObject = z.object({ text: z.string() });

const Block = z.looseObject({
  type: z.string(),
  text: z.union([TextObject, z.string()]).nullish(),
  fields: z.array(TextObject).nullish(),
  elements: z.array(z.unknown()).nullish(),
  image_url: text,
  alt_text: text,
  title: z.union([TextObject, z.string()]).nullish(),
  accessory: z.unknown().optional(),
});
type Block = z.infer<typeof Block>;

const Attachment = z.object({
  pretext: text,
  title: text,
  title_link: text,
  text,
  fallback: text,
  author_name: text,
  fields: z.array(z.object({ title: text, value: z.union([z.string(), z.number()]).nullish() })).nullish(),
  blocks: z.array(Block).nullish(),
  actions: z.array(z.unknown()).nullish(),
  image_url: text,
  footer: text,
});
type Attachment = z.infer<typeof Attachment>;

const Button = z.object({ type: z.literal('button'), text: z.union([TextObject, z.string()]), url: z.string() });

export const slackIncoming = defineIntegration({
  name: 'slack_incoming',
  displayName: 'SlackIncoming',
  summary: 'Messages in the format of Slack',
  form: 'payload',
  options: z.object({}),
  body: z.object({
    text,
    channel: text,
    username: text,
    blocks: z.array(Block).nullish(),
    attachments: z.array(Attachment).nullish(),
  }),
  message({ text, channel, blocks, attachments }) {
    // With blocks, the text is only for notifications.
    const shown = paragraphs(...enough(blocks ?? [], blockText));
    const content = paragraphs(shown || (text && markdown(text)), ...enough(attachments ?? [], attachmentText));
    const topic = channel?.replace(/^[#@]/, '').trim();
    return content === '' ? null : { topic: topic || 'Slack', content };
  },
});

const plainOf = (of: z.infer<typeof TextObject> | string | null | undefined): string =>
  typeof of === 'string' ? of : (of?.text ?? '');

function blockText({ type, text: of, fields, elements, image_url, alt_text, title, accessory }: Block): string {
  switch (type) {
    case 'header':
      return `## ${words(plainOf(of))}`;
    case 'divider':
      return '---';
    case 'image':
      return link(plainOf(title) || (alt_text ?? '') || 'image', image_url);
    case 'context':
      return enough(elements ?? [], (element) => markdown(richText(element))).join(' ');
    case 'actions':
      return linkButtons(elements);
    case 'rich_text':
      return markdown(richText({ elements }));
    default:
      return paragraphs(
        markdown(plainOf(of)),
        enough(fields ?? [], (field) => `* ${oneLine(markdown(field.text))}`).join('\n'),
        linkButtons([accessory]),
      );
  }
}

/** The buttons that open an address. Others have an effect in Slack alone. */
const linkButtons = (elements: readonly unknown[] | null | undefined): string =>
  enough(elements ?? [], (element) => {
    const { data: button } = Button.safeParse(element);
    return button ? link(plainOf(button.text), button.url) : '';
  })
    .filter((shown) => shown !== '')
    .join(' ');

/** The words of nested elements, in Slack's markup. */
function richText(element: unknown): string {
  if (typeof element !== 'object' || element === null) return '';
  const { type, text: of, elements, url, name, image_url } = element as Readonly<Record<string, unknown>>;
  if (type === 'link' && typeof url === 'string') return `<${url}${typeof of === 'string' ? `|${of}` : ''}>`;
  if (type === 'emoji' && typeof name === 'string') return `:${name}:`;
  if (type === 'image' && typeof image_url === 'string') return `<${image_url}|image>`;
  if (typeof of === 'string') return of;
  if (!Array.isArray(elements)) return '';
  const inside = elements.map(richText);
  if (type === 'rich_text_list') return inside.map((item) => `• ${item}\n`).join('');
  return type === 'rich_text_section' ? inside.join('') : inside.join('\n');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

function attachmentText({
  pretext,
  title,
  title_link,
  text,
  fallback,
  author_name,
  fields,
  blocks,
  actions,
  image_url,
  footer,
}: Attachment): string {
  const rows = enough(fields ?? [], ({ title: name, value }) =>
    facts([[name || 'Value', value == null ? '' : markdown(String(value))]]),
  );
  const shown = paragraphs(
    pretext && markdown(pretext),
    author_name && words(author_name),
    title && `**${link(title, title_link)}**`,
    text && markdown(text),
    rows.filter((row) => row !== '').join('\n'),
    ...enough(blocks ?? [], blockText),
    image_url && link('image', image_url),
    linkButtons(actions),
    footer && words(footer),
  );
  return shown || markdown(fallback ?? '');
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** An entity of four or five characters becomes one character, so that more characters than this cannot fit into a message. */
const textLengthMax = 5 * limits.contentBytesMax;

/** Cuts a text, which may be a hundred times as long as a message. */
const bounded = (text: string): string => (text.length > textLengthMax ? text.trim().slice(0, textLengthMax) : text);

/** Slack's markup as Markdown: `<url|words>`, `*bold*`, `~struck~`; code stays as it is. */
const markdown = (text: string): string =>
  bounded(text)
    .split(/(```[\s\S]*?```|`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? part : marked(part)))
    .join('')
    .replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity);

const marked = (text: string): string =>
  text
    .replace(/@(?=\*)/g, '@_')
    .replace(/^• /gm, '* ')
    .replace(/(^|[\s(>_~])\*(?=\S)([^*\n]*[^\s*])\*(?=$|[\s).,:;!?<_~])/gm, '$1**$2**')
    .replace(/(^|[\s(>_*])~(?=\S)([^~\n]*[^\s~])~(?=$|[\s).,:;!?<_*])/gm, '$1~~$2~~')
    .replace(/<([^<>\n]*)>/g, (_, inside: string) => reference(inside));

/** The contents of angle brackets: an address, a channel, a user, or a group. */
function reference(inside: string): string {
  const [target = '', ...rest] = inside.split('|');
  const label = rest.join('|');
  if (/^(https?:|mailto:)/i.test(target)) return label === '' ? target.replace(/^mailto:/i, '') : link(label, target);
  return words(label || target.replace(/^[!#]/, '').replace(/^subteam\^/, '@'));
}
