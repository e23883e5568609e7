/** GET /messages/matches_narrow: which of the given messages are in a narrow. */
import type { ReadView } from '../ports/read-store.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { NarrowTerm } from '../vocabulary/narrow.ts';
import { Refused } from '../vocabulary/refusals.ts';
import type { Matches } from '../wire/message.ts';
import { matchesOf } from './listed-message.ts';
import { highlightedTerms } from './narrow/highlighted-terms.ts';
import { resolveNarrow } from './narrow/resolve.ts';
import { selectionOf } from './narrow/select.ts';
import { viewing } from './narrow/viewing.ts';

/** How many messages are read at a time. */
const atOnce = 100;

/**
 * The highlighted texts of the matching messages, by message id. Only messages that the user received can match. Throws `Refused`
 * (`narrow-invalid`, `messages-too-long`). `lookedAt` as in `selectionOf`.
 */
export async function matchesNarrow(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  messageIds: readonly number[],
  narrow: readonly NarrowTerm[],
  work: TextWork,
  lookedAt?: (count: number) => void,
): Promise<Record<string, Matches>> {
  const resolved = { ...(await resolveNarrow(view, realmId, userId, narrow)), receivedOnly: true };
  const selection = selectionOf(view, await viewing(view, realmId, userId, resolved), resolved, lookedAt);
  // Without a search nothing is highlighted. The texts are HTML all the same, because clients insert them into a page unchanged.
  const terms = highlightedTerms(resolved) ?? [];
  const matches: Record<string, Matches> = {};
  const ids = [...new Set(messageIds)];
  let length = 0;
  for (let from = 0; from < ids.length; from += atOnce)
    for (const message of await selection.among(ids.slice(from, from + atOnce))) {
      const match = await matchesOf(message, terms, work);
      length += match.match_content.length;
      // A message that is left out would count as one that does not match.
      if (length > limits.answerLengthMax) throw new Refused({ code: 'messages-too-long' });
      matches[message.messageId] = match;
    }
  return matches;
}
