/** The streams that a request to subscribe names. */
import { z } from 'zod';
import type { Actor, Tools } from '../../src/define/command.ts';
import { channelNamed } from '../../src/state/channels.ts';
import { isGuest } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { Color } from '../../src/vocabulary/color.ts';
import { foldName } from '../../src/vocabulary/fold-case.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { accountOf } from '../rules/acting.ts';
import { channelDescriptionRefusal, channelNameRefusal, channelNameRefusals } from '../rules/channels.ts';

/** `description` is used only for a stream that is created, `color` only for the requester's own new subscription. */
export const SubscriptionEntry = z.object({
  name: z.string(),
  description: z.string().optional(),
  color: Color.optional(),
});
export type SubscriptionEntry = z.infer<typeof SubscriptionEntry>;

/** Maps a description to its HTML. */
export type RenderedDescriptions = ReadonlyMap<string, string>;

export const entryRefusals = [...channelNameRefusals, 'channel-description-too-long', 'guest-not-allowed'] as const;

/**
 * The entries in their stored form: names are trimmed, and descriptions are on one line. Names are compared without case. If two entries
 * name the same stream, the first one counts.
 */
export function normalized(entries: readonly SubscriptionEntry[]): SubscriptionEntry[] {
  const byName = new Map<string, SubscriptionEntry>();
  for (const { name: untrimmed, description, color } of entries) {
    const name = untrimmed.trim();
    const folded = foldName(name);
    if (byName.has(folded)) continue;
    byName.set(folded, { name, description: description === undefined ? undefined : oneLine(description), color });
  }
  return [...byName.values()];
}

export const oneLine = (description: string): string =>
  description.split('\r\n').join(' ').split('\r').join(' ').split('\n').join(' ');

/** The entries must be a result of `normalized`. */
export function entryRefusal(
  state: RealmState,
  actor: Actor,
  entries: readonly SubscriptionEntry[],
): RefusalIn<typeof entryRefusals> | undefined {
  for (const { name, description = '' } of entries) {
    // An existing stream may have any name.
    const badName = channelNamed(state.channels, name) ? undefined : channelNameRefusal(name);
    const refusal = badName ?? channelDescriptionRefusal(description);
    if (refusal) return refusal;
  }
  return isGuest(accountOf(state, actor)) ? { code: 'guest-not-allowed' } : undefined;
}

/** Renders each description once. A description that is far too long is left out, because `entryRefusal` refuses it. */
export async function renderDescriptions(
  entries: readonly SubscriptionEntry[],
  tools: Tools,
): Promise<RenderedDescriptions> {
  const rendered = new Map<string, string>();
  const bounds = { htmlBytesMax: limits.channelDescriptionHtmlBytesMax };
  for (const { description } of normalized(entries))
    if (description && description.length <= 2 * limits.channelDescriptionLengthMax && !rendered.has(description))
      rendered.set(description, (await tools.render(description, bounds)).html);
  return rendered;
}
