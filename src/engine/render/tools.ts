/** Rendering for commands: names are resolved from the state first, so that the text itself may be rendered on another thread. */

import type { Tools } from '../../define/command.ts';
import { type Soon, soon } from '../../define/soon.ts';
import { isLongToRender } from '../../rendering/is-long.ts';
import { type RenderContext, type Rendered, rendererVersion, renderMarkdown } from '../../rendering/markdown.ts';
import { referencesIn } from '../../rendering/references.ts';
import { topicLinks } from '../../rendering/topic-links.ts';
import { channelNamed } from '../../state/channels.ts';
import { isActive } from '../../state/directory.ts';
import type { RealmState } from '../../state/realm-state.ts';
import type { RenderedText } from '../../vocabulary/events/message.ts';
import type { UserId } from '../../vocabulary/ids.ts';
import { foldCase } from '../../vocabulary/places.ts';

/** Renders what is long elsewhere than here. */
export type LongRenderer = (content: string, context: RenderContext) => Promise<Rendered>;

/** What commands' `prepare` may ask for, in one organization; undefined: before there is one, where no name is known. */
export const toolsFor = (renderLong: LongRenderer): ((realm: RealmState | undefined) => Tools) => {
  const made = new WeakMap<RealmState, Tools>();
  return (realm) => {
    const known = realm && made.get(realm);
    if (known) return known;
    const tools: Tools = {
      render: (content) =>
        soon(render(content, contextOf(content, realm), renderLong), (rendered) => textOf(content, rendered)),
      topicLinks: (topic) => topicLinks(topic, []),
    };
    if (realm) made.set(realm, tools);
    return tools;
  };
};

const render = (content: string, context: RenderContext, renderLong: LongRenderer): Soon<Rendered> =>
  isLongToRender(content) ? renderLong(content, context) : renderMarkdown(content, context);

const textOf = (content: string, rendered: Rendered): RenderedText => ({
  content,
  rendererVersion,
  mentioned: rendered.mentioned,
  wildcard: rendered.wildcard,
  hasLink: rendered.hasLink,
  hasImage: rendered.hasImage,
  hasAttachment: rendered.hasAttachment,
  html: rendered.html,
});

const nothingNamed: RenderContext = { users: [], channels: [], linkifiers: [] };

function contextOf(content: string, realm: RealmState | undefined): RenderContext {
  // Every name stands between two stars.
  if (!realm || !content.includes('**')) return nothingNamed;
  const named = referencesIn(content);
  const userIds = new Set<UserId>(named.userIds as UserId[]);
  for (const name of named.users)
    for (const userId of realm.people.byName.get(foldCase(name)) ?? []) userIds.add(userId);
  const users = [...userIds]
    .filter((userId) => isActive(realm.directory, userId))
    .map((userId) => ({ userId, fullName: realm.people.byId.get(userId)?.fullName ?? '' }));
  const channels = named.channels
    .map((name) => channelNamed(realm.channels, name))
    .filter((channel) => channel !== undefined)
    .map(({ channelId, name }) => ({ channelId, name }));
  return { users, channels, linkifiers: [] };
}
