/**
 * Any JSON. Options in the webhook's address choose what is shown:
 *
 * - no option: the whole payload, as a block of JSON;
 * - `fields=build.status,build.url`: a line for each of the values at these paths, if there is one;
 * - `content_from=text`: the text at that path, as markdown;
 * - `topic_from=build.name`: the value at that path as topic, unless the address has a `topic`.
 *
 * A path is names and list indexes joined by dots: `alerts.0.name`. If the payload has none of the chosen values, the whole payload is
 * shown, so that no notification is lost when its sender renames a field.
 */
import { z } from 'zod';
import { defineIntegration } from '../../define/integration.ts';
import { limits } from '../../vocabulary/limits.ts';
import { codeBlock, enough } from '../markdown.ts';

const Path = z
  .string()
  .max(limits.webhookPathLengthMax)
  .transform((text) => text.split('.').filter((part) => part !== ''));
type Path = readonly string[];

const Paths = z
  .string()
  .transform((text) => text.split(',').filter((path) => path.trim() !== ''))
  .pipe(z.array(Path).max(limits.webhookFieldsMax));

export const json = defineIntegration({
  name: 'json',
  displayName: 'Json',
  summary: 'Any JSON, or the values of it that the address selects',
  options: z.object({
    topic_from: Path.optional().meta({
      description: 'The path of the topic in the body: names separated by dots.',
      examples: ['build.branch'],
    }),
    content_from: Path.optional().meta({
      description: 'The path of the content in the body: names separated by dots.',
      examples: ['build.message'],
    }),
    fields: Paths.optional().meta({
      description: 'The paths of the values to list, separated by commas.',
      examples: ['build.status,build.number'],
    }),
  }),
  // Whatever the body is, it was parsed as JSON.
  body: z.custom<z.core.util.JSONType>().meta({ description: 'Any JSON.' }),
  message(payload, { options }) {
    const topic = options.topic_from && textAt(payload, options.topic_from);
    return { topic: topic ?? 'JSON', content: chosen(payload, options) ?? whole(payload) };
  },
});

function chosen(payload: z.core.util.JSONType, options: { content_from?: Path; fields?: readonly Path[] }) {
  const text = options.content_from && textAt(payload, options.content_from);
  const lines = enough(options.fields ?? [], (path) => {
    const value = textAt(payload, path);
    return value === undefined ? '' : `* **${path.join('.')}**: ${value}`;
  });
  const parts = [text ?? '', lines.filter((line) => line !== '').join('\n')].filter((part) => part.trim() !== '');
  return parts.length === 0 ? undefined : parts.join('\n\n');
}

const whole = (payload: z.core.util.JSONType): string => codeBlock(JSON.stringify(payload, null, 2), 'json');

/** The value at a path as text: strings as they are, other values as JSON. Undefined if there is no value. */
function textAt(payload: z.core.util.JSONType, path: Path): string | undefined {
  let value: z.core.util.JSONType | undefined = payload;
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Readonly<Record<string, z.core.util.JSONType>>)[part];
  }
  if (value === null || value === undefined) return undefined;
  return typeof value === 'string' ? value : typeof value === 'object' ? `\`${JSON.stringify(value)}\`` : String(value);
}
