/** GET /messages and GET /messages/matches_narrow. */
import { z } from 'zod';
import { listMessages, newest, oldest } from '../../queries/listing.ts';
import { matchesNarrow } from '../../queries/matches-narrow.ts';
import { limits } from '../../vocabulary/limits.ts';
import { ListedMessage, Matches } from '../../wire/message.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { messageExample } from '../openapi/examples.ts';
import { narrowParameter } from '../request/narrow-parameter.ts';
import { invalid } from '../request/parameter-errors.ts';
import { boolean, count, json, raw, withValueSchema } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import { chargingSearched } from './shared/search-cost.ts';

const words = { newest, oldest, first_unread: 'first_unread' } as const;

const tooMany = { status: 400, msg: `Too many messages requested (maximum ${limits.listingMax}).` };

const narrowDescription =
  'A list of terms, all of which must match. Operators: `stream`, `streams`, `topic`, `sender`, `pm-with`, `group-pm-with`, `is`, `has`, `in`, `id`, `near`, `search`.';
const narrowExample = [{ operator: 'stream', operand: 'general' }];

/** A number below or above all possible ids means the first or the last one. */
function anchorOf(text: string | undefined): number | 'first_unread' {
  if (text === undefined) throw new ProblemError(invalid("Missing 'anchor' argument."));
  if (Object.hasOwn(words, text)) return words[text as keyof typeof words];
  if (!/^\s*[+-]?[0-9]+\s*$/.test(text)) throw new ProblemError(invalid('Invalid anchor'));
  return Math.min(Math.max(Number(text), oldest), newest);
}

const getMessages = defineEndpoint({
  id: 'getMessages',
  route: 'GET /messages',
  summary: 'List messages',
  description:
    'Returns messages that match a narrow, around an anchor, in ascending order of ids. If the messages are long, it returns fewer than requested. `found_oldest` or `found_newest` is false if there are more in that direction, and the next request continues from the oldest or newest id. Only messages that the caller received or may see are listed.',
  parameters: z.object({
    anchor: described(
      withValueSchema(raw().optional(), z.union([z.int(), z.enum(['newest', 'oldest', 'first_unread'])])),
      'A number, which need not be the id of an existing message, or `newest`, `oldest`, `first_unread`. Required without `use_first_unread_anchor`.',
      'newest',
    ),
    num_before: described(count(), 'How many messages before the anchor; with `num_after` at most 5,000.', 20),
    num_after: described(count(), 'How many messages after the anchor.', 0),
    narrow: described(narrowParameter().default([]), narrowDescription, narrowExample),
    use_first_unread_anchor: described(
      boolean().default(false),
      'An older form of `anchor=first_unread`. If it is true, `anchor` is ignored.',
      false,
    ),
    client_gravatar: described(
      boolean().default(false),
      'Whether the client computes gravatars itself. If so, `avatar_url` is null for users with a gravatar.',
      true,
    ),
    apply_markdown: described(
      boolean().default(true),
      'Whether the content of messages is HTML (true) or the Markdown that was written (false).',
      false,
    ),
  }),
  aliases: { client_avatarhost: 'client_gravatar' },
  response: z.object({
    messages: z.array(ListedMessage),
    // "Newest" is beyond the safe integers.
    anchor: z.number().describe('The anchor as a number; 10000000000000000 for `newest`'),
    found_anchor: z.boolean().describe('Whether the message with this id is among them'),
    found_oldest: z.boolean().describe('Whether there are no older ones'),
    found_newest: z.boolean().describe('Whether there are no newer ones'),
    history_limited: z.boolean().describe('Always false'),
  }),
  example: {
    messages: [messageExample],
    anchor: newest,
    found_anchor: false,
    found_oldest: true,
    found_newest: true,
    history_limited: false,
  },
  refusals: ['narrow-invalid'],
  errors: [invalid("Missing 'anchor' argument."), invalid('Invalid anchor'), tooMany],
  searches: true,
  async handle(call, services) {
    const { parameters, realmId, userId } = call;
    const { num_before: numBefore, num_after: numAfter, narrow } = parameters;
    const anchor = parameters.use_first_unread_anchor ? 'first_unread' : anchorOf(parameters.anchor);
    if (numBefore + numAfter > limits.listingMax) throw new ProblemError(tooMany);
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
        chargingSearched(call),
      ),
    );
  },
});

const getMatches = defineEndpoint({
  id: 'matchesNarrow',
  route: 'GET /messages/matches_narrow',
  summary: 'Check which messages match a narrow',
  description:
    'Returns those of the given messages that match a narrow, by id, with HTML in which the words of the search are highlighted.',
  parameters: z.object({
    msg_ids: described(json(z.array(z.int()).max(limits.listingMax)), 'Ids of messages.', [42, 43]),
    narrow: described(narrowParameter(), narrowDescription, narrowExample),
  }),
  response: z.object({ messages: z.record(z.string(), Matches).describe('By message id') }),
  example: {
    messages: { 42: { match_content: '<p><span class="highlight">Lunch</span> at noon?</p>', match_subject: 'lunch' } },
  },
  refusals: ['narrow-invalid', 'messages-too-long'],
  searches: true,
  handle: (call, services) => {
    const { realmId, userId } = call;
    const { msg_ids: ids, narrow } = call.parameters;
    return services.read(async (view) => ({
      messages: await matchesNarrow(view, realmId, userId, ids, narrow, services.texts, chargingSearched(call)),
    }));
  },
});

export const messageLists = [getMessages, getMatches];
