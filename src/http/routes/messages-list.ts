/** GET /messages and GET /messages/matches_narrow (spec; api-facts §4.3). */
import { z } from 'zod';
import { listMessages, newest, oldest } from '../../queries/listing.ts';
import { matchesNarrow } from '../../queries/matches-narrow.ts';
import { listingMax } from '../../vocabulary/limits.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { listedMessageSchema } from '../openapi/message-schema.ts';
import { narrowParameter } from '../request/narrow-parameter.ts';
import { invalid } from '../request/parameter-errors.ts';
import { boolean, count, json, raw } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';

const words = { newest, oldest, first_unread: 'first_unread' } as const;

/** Numbers beyond the ends mean the ends. */
function anchorOf(text: string | undefined): number | 'first_unread' {
  if (text === undefined) throw new ProblemError(invalid("Missing 'anchor' argument."));
  if (Object.hasOwn(words, text)) return words[text as keyof typeof words];
  if (!/^\s*[+-]?[0-9]+\s*$/.test(text)) throw new ProblemError(invalid('Invalid anchor'));
  return Math.min(Math.max(Number(text), oldest), newest);
}

const getMessages = defineEndpoint({
  method: 'GET',
  path: '/messages',
  summary: 'Messages of a narrow, around an anchor',
  section: 'api-facts §4.3',
  access: 'user',
  parameters: z.object({
    anchor: raw().optional(),
    num_before: count(),
    num_after: count(),
    narrow: narrowParameter().default([]),
    use_first_unread_anchor: boolean().default(false),
    client_gravatar: boolean().default(false),
    apply_markdown: boolean().default(true),
  }),
  aliases: { client_avatarhost: 'client_gravatar' },
  response: z.object({
    messages: z.array(listedMessageSchema),
    // "Newest" is beyond the safe integers.
    anchor: z.number(),
    found_anchor: z.boolean(),
    found_oldest: z.boolean(),
    found_newest: z.boolean(),
    history_limited: z.boolean(),
  }),
  refusals: ['narrow-invalid'],
  async handle({ parameters, realmId, userId }, services) {
    const { num_before: numBefore, num_after: numAfter, narrow } = parameters;
    const anchor = parameters.use_first_unread_anchor ? 'first_unread' : anchorOf(parameters.anchor);
    if (numBefore + numAfter > listingMax)
      throw new ProblemError({ status: 400, msg: `Too many messages requested (maximum ${listingMax}).` });
    return services.read((view) =>
      listMessages(
        view,
        {
          realmId,
          userId,
          anchor,
          numBefore,
          numAfter,
          narrow,
          applyMarkdown: parameters.apply_markdown,
          clientGravatar: parameters.client_gravatar,
        },
        services.texts,
      ),
    );
  },
});

const getMatches = defineEndpoint({
  method: 'GET',
  path: '/messages/matches_narrow',
  summary: 'Which of some messages a narrow means',
  section: 'GET /api/v1/messages/matches_narrow',
  access: 'user',
  parameters: z.object({ msg_ids: json(z.array(z.int()).max(listingMax)), narrow: narrowParameter() }),
  response: z.object({
    messages: z.record(z.string(), z.object({ match_content: z.string(), match_subject: z.string() })),
  }),
  refusals: ['narrow-invalid'],
  handle: ({ parameters, realmId, userId }, services) =>
    services.read(async (view) => ({
      messages: await matchesNarrow(view, realmId, userId, parameters.msg_ids, parameters.narrow, services.texts),
    })),
});

export const messageLists: readonly AnyEndpoint[] = [getMessages, getMatches];
