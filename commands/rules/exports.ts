/** Which scopes an export for review may have. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { ReviewScope } from '../../src/vocabulary/events/exports.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';

export const reviewScopeRefusals = [
  'export-names-too-many',
  'export-topic-too-long',
  'export-user-unknown',
  'export-channel-unknown',
  'export-ends-before-it-begins',
] as const;

/** Deactivated users and archived streams may be named, too. */
export function reviewScopeRefusal(
  { directory, channels }: RealmState,
  { userIds, channelIds, topics, since, until }: ReviewScope,
): RefusalIn<typeof reviewScopeRefusals> | undefined {
  const lists = { user_ids: userIds, stream_ids: channelIds, topics };
  for (const [parameter, list] of Object.entries(lists))
    if (list.length > limits.exportNamesMax)
      return { code: 'export-names-too-many', parameter, max: limits.exportNamesMax };
  if (topics.some((topic) => [...topic].length > limits.topicLengthMax))
    return { code: 'export-topic-too-long', max: limits.topicLengthMax };
  const userId = userIds.find((id) => !directory.accounts.has(id));
  if (userId !== undefined) return { code: 'export-user-unknown', userId };
  const channelId = channelIds.find((id) => !channels.byId.has(id));
  if (channelId !== undefined) return { code: 'export-channel-unknown', channelId };
  if (since !== null && until !== null && until <= since) return { code: 'export-ends-before-it-begins' };
  return undefined;
}
