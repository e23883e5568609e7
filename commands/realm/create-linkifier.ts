/** POST /realm/filters: from now on, text that matches the pattern becomes a link. Earlier messages do not change. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { LinkifierId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { compilePattern, urlFormatFault } from '../../src/vocabulary/linkifiers.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

const Input = z.object({ pattern: z.string(), urlFormat: z.string() });
type Input = z.infer<typeof Input>;

export const createLinkifier = defineCommand({
  name: 'create-linkifier',
  input: Input,
  refusals: ['linkifier-invalid', 'administrator-required', 'linkifier-taken', 'linkifiers-too-many'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, input, { realmId, actor }) {
    const pattern = input.pattern.trim();
    const urlFormat = input.urlFormat.trim();
    const refusal = fault({ pattern, urlFormat });
    if (refusal) return refuse(refusal);
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const { linkifiers, linkifierIdMax } = state.realm;
    if (linkifiers.some((other) => other.pattern === pattern)) return refuse({ code: 'linkifier-taken' });
    if (linkifiers.length >= limits.linkifiersMax)
      return refuse({ code: 'linkifiers-too-many', max: limits.linkifiersMax });
    const linkifier = { id: LinkifierId.parse(linkifierIdMax + 1), pattern, urlFormat };
    const created = { type: 'LinkifierCreated', data: { linkifier } } as const;
    return acceptEvent(logStream.realm(realmId), created, { linkifierId: linkifier.id });
  },
});

function fault({ pattern, urlFormat }: Input): Refusal<'linkifier-invalid'> | undefined {
  if (!compilePattern(pattern)) return { code: 'linkifier-invalid', field: 'pattern', detail: badPattern };
  const bad = urlFormatFault(urlFormat, pattern);
  return bad === undefined ? undefined : { code: 'linkifier-invalid', field: 'url_format_string', detail: badUrl[bad] };
}

const badPattern = 'Invalid filter pattern.  Valid characters are [ a-zA-Z_#=/:+!-].';
const badUrl = { url: 'Enter a valid URL.', format: 'Invalid URL format string.' } as const;
