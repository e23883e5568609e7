/** The result of a call to a bot's server: the bot's reply, and the notice to its owner. */
import { z } from 'zod';
import { contentRefusal, isBlank } from '../../commands/message/text-rules.ts';
import { limits } from '../vocabulary/limits.ts';
import { codeBlock } from './markdown.ts';
import type { Posted } from './post-json.ts';

type WebhookResult = {
  /** The reply of the bot in the conversation; absent if it does not reply. */
  readonly reply?: string;
  /** The failure, as a text for the bot's owner. */
  readonly trouble?: string;
};

const nothing: WebhookResult = {};

const failure = (what: string, trouble: string): WebhookResult => ({ reply: `Failure! ${what}`, trouble });

export function webhookResult(posted: Posted, tries: number): WebhookResult {
  switch (posted.kind) {
    case 'answered':
      return posted.status >= 200 && posted.status < 300 ? successResult(posted.body) : failedVerdict(posted);
    case 'forbidden':
      return failure(
        'Bot is unavailable',
        'The URL configured for the webhook is for a private or disallowed network.',
      );
    case 'unreachable':
      return failure(
        'Bot is unavailable',
        `The webhook could not be reached, after ${tries} tries. The last one failed with: \`${posted.why}\``,
      );
  }
}

function failedVerdict({ status, body }: Extract<Posted, { kind: 'answered' }>): WebhookResult {
  const outcome = `The webhook got a response with status code *${status}*.`;
  // A message must not contain NUL.
  const payload = body?.toString('utf8').replaceAll('\0', '\u{fffd}').trim();
  const shown = payload ? `\nThe response contains the following payload:\n${codeBlock(payload)}` : '';
  return failure(`Third party responded with ${status}`, outcome + shown);
}

const unusable = (what: string): WebhookResult =>
  failure(what, `The webhook got a response that its bot cannot say:\n> ${what}`);

const Reply = z.object({
  response_not_required: z.boolean().nullish(),
  content: z.string().nullish(),
  /** Deprecated name of `content`. */
  response_string: z.string().nullish(),
});

function successResult(body: Buffer | undefined): WebhookResult {
  if (body === undefined) return unusable('The response is too long');
  if (body.length === 0) return nothing;
  const parsed = parse(body);
  if (parsed === undefined) return unusable('Invalid JSON in response');
  // The bot server of the Python client has already sent its messages by then, and answers with an empty text.
  if (parsed.value === '') return nothing;
  const reply = Reply.safeParse(parsed.value);
  if (!reply.success) return unusable('Invalid response format');
  if (reply.data.response_not_required) return nothing;
  const content = reply.data.content ?? reply.data.response_string ?? '';
  if (isBlank(content)) return nothing;
  switch (contentRefusal(content)?.code) {
    case undefined:
      // Half of a surrogate pair cannot be stored as UTF-8.
      return /\p{Surrogate}/u.test(content) ? unusable('Invalid response format') : { reply: content };
    case 'message-content-too-long':
      return unusable(`The response is longer than ${limits.contentBytesMax} bytes`);
    default:
      return unusable('Invalid response format');
  }
}

function parse(body: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) };
  } catch {
    return undefined;
  }
}
