/** GET /messages/matches_narrow: which of the given messages are in a narrow. */
import type { ReadView } from '../ports/read-store.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import type { NarrowTerm } from '../vocabulary/narrow.ts';
import type { Matches } from '../wire/message.ts';
import { matchesOf } from './listed-message.ts';
import { highlightedTerms } from './narrow/highlighted-terms.ts';
import { channelsConcerned } from './narrow/plan.ts';
import { resolveNarrow } from './narrow/resolve.ts';
import { selectionOf } from './narrow/select.ts';
import { viewerOf } from './visibility.ts';

/** The highlighted texts of the matching messages, by message id. Only messages that the user received can match. Throws `Refused` (`narrow-invalid`). */
export async function matchesNarrow(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  messageIds: readonly number[],
  narrow: readonly NarrowTerm[],
  work: TextWork,
): Promise<Record<string, Matches>> {
  const resolved = { ...(await resolveNarrow(view, realmId, userId, narrow)), receivedOnly: true };
  const viewer = await viewerOf(view, realmId, userId, channelsConcerned(resolved));
  const found = await selectionOf(view, viewer, resolved).among([...new Set(messageIds)]);
  // Without a search nothing is highlighted, but the texts are HTML all the same: clients insert them into a page unchanged.
  const terms = highlightedTerms(resolved) ?? [];
  const matches: Record<string, Matches> = {};
  for (const message of found) matches[message.messageId] = await matchesOf(message, terms, work);
  return matches;
}
