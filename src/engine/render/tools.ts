/**
 * The tools of a command's `prepare`: rendering of Markdown. The names in a text are looked up in the state first, so that the text can be
 * rendered on another thread.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor, Tools } from '../../define/command.ts';
import { payerIn } from '../../define/payer.ts';
import { emojiNamed, isEmojiCode } from '../../rendering/emoji.ts';
import { isLongToRender } from '../../rendering/is-long.ts';
import { topicLinks } from '../../rendering/linkifiers.ts';
import { type RenderContext, type Rendered, rendererVersion, renderMarkdown } from '../../rendering/markdown.ts';
import { referencesIn } from '../../rendering/references.ts';
import { knownChannel } from '../../state/channel-knowledge.ts';
import { accountable, isActive } from '../../state/directory.ts';
import { mayShare } from '../../state/file-access.ts';
import { fileOfToken } from '../../state/files.ts';
import { fullNameOf } from '../../state/people.ts';
import { asReaction, realmEmojiNamed } from '../../state/realm-emoji.ts';
import type { RealmState } from '../../state/realm-state.ts';
import { groupNamed } from '../../state/user-groups.ts';
import type { RenderedText } from '../../vocabulary/events/message.ts';
import type { Emoji } from '../../vocabulary/events/reactions.ts';
import { foldName } from '../../vocabulary/fold-case.ts';
import type { FileId, UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { prefixOf } from '../../vocabulary/linkifiers.ts';
import { emojiAddress } from '../../vocabulary/realm-emoji.ts';

/** Renders a long text on another thread. `caller`: identifies whose turn it is. */
export type LongRenderer = (content: string, context: RenderContext, caller: string) => Promise<Rendered>;

/** Characters of short texts that are rendered before a yield to the event loop: a request may have hundreds of them. */
const lengthPerTurn = 3_000;
/** The fixed cost of a text, in characters. It is added to the length of each text. */
const lengthOfEach = 100;

/** The tools of `actor` in one organization. Without an organization (`undefined`), names in a text are not mentions. */
export const toolsFor =
  (renderLong: LongRenderer) =>
  (realm: RealmState | undefined, actor: Actor): Tools => {
    let sinceTurn = 0;
    const renderHere = async (content: string, context: RenderContext): Promise<Rendered> => {
      const length = content.length + lengthOfEach;
      if (sinceTurn > 0 && sinceTurn + length > lengthPerTurn) {
        sinceTurn = 0;
        await nextTurn();
      }
      sinceTurn += length;
      return renderMarkdown(content, context);
    };
    return {
      async render(content, { writer = actor, ...bounds } = {}) {
        const context = { ...contextOf(content, realm, writer), ...codeLanguageOf(realm), ...bounds };
        const rendered = isLongToRender(content)
          ? await renderLong(content, context, callerOf(realm, actor))
          : await renderHere(content, context);
        const { mentioned, wildcard, hasLink, hasImage, hasAttachment, html, uploadTargets } = rendered;
        const uploads = sharedBy(realm, writer, uploadTargets);
        return {
          content,
          rendererVersion,
          mentioned,
          wildcard,
          hasLink,
          hasImage,
          hasAttachment,
          html,
          ...(uploads.length > 0 && { uploads }),
        } satisfies RenderedText;
      },
      emojiNamed: (name, type) => realmEmojiIn(realm, name, type) ?? emojiNamed(name, type),
      isEmojiCode,
      topicLinks: (topic) => topicLinks(topic, realm?.realm.linkifiers ?? []),
    };
  };

/** A bot shares the turns of the user who made it. The service itself is one caller in each organization. */
const callerOf = (realm: RealmState | undefined, actor: Actor): string =>
  payerIn(realm?.realmId, realm && actor !== null ? accountable(realm.directory, actor) : actor);

function realmEmojiIn(realm: RealmState | undefined, name: string, type?: Emoji['type']): Emoji | undefined {
  const own = realm && (type ?? 'realm_emoji') === 'realm_emoji' ? realmEmojiNamed(realm.realmEmoji, name) : undefined;
  return own && asReaction(own);
}

const emojiName = /:(?=([0-9a-z._-]{1,100}):)/g;

/** The organization's own emoji that are named in the text. */
function emojiIn(content: string, { realmId, realmEmoji }: RealmState): Pick<RenderContext, 'emoji'> {
  if (realmEmoji.byName.size === 0) return {};
  const names = new Set([...content.matchAll(emojiName)].map(([, name = '']) => name));
  const emoji = [...names]
    .map((name) => realmEmojiNamed(realmEmoji, name))
    .filter((one) => one !== undefined)
    .map((one) => ({ name: one.name, address: emojiAddress(realmId, one) }));
  return emoji.length > 0 ? { emoji } : {};
}

/** The users and groups that are named in the text, and the named streams that the writer knows of. */
function contextOf(content: string, realm: RealmState | undefined, writer: Actor): RenderContext {
  if (!realm) return { users: [], channels: [], linkifiers: [] };
  // Linkifiers that cannot match are left out, so that a plain text is rendered as plain.
  const linkifiers = realm.realm.linkifiers.filter(({ pattern }) => content.includes(prefixOf(pattern)));
  // A name is always inside `*…*` or `**…**`: a text without an asterisk needs no lookup.
  if (!content.includes('*')) return { users: [], channels: [], linkifiers, ...emojiIn(content, realm) };
  const named = referencesIn(content);
  const userIds = new Set<UserId>(named.userIds as UserId[]);
  for (const name of named.users)
    for (const userId of realm.people.byName.get(foldName(name)) ?? []) userIds.add(userId);
  const users = [...userIds]
    .filter((userId) => isActive(realm.directory, userId))
    .map((userId) => ({ userId, fullName: fullNameOf(realm, userId) }));
  const channels = named.channels
    .map((name) => knownChannel(realm, writer, name))
    .filter((channel) => channel !== undefined)
    .map(({ channelId, name }) => ({ channelId, name }));
  return { users, groups: groupsOf(realm, named.groups), channels, linkifiers, ...emojiIn(content, realm) };
}

function codeLanguageOf(realm: RealmState | undefined): Pick<RenderContext, 'codeLanguage'> {
  const language = realm?.realm.settings.default_code_block_language ?? null;
  return language === null ? {} : { codeLanguage: language };
}

/** The groups of these names with their active members, unless they have too many members together. */
function groupsOf(realm: RealmState, names: readonly string[]): NonNullable<RenderContext['groups']> {
  let left = limits.mentionedByGroupsMax;
  return names.flatMap((groupName) => {
    const group = groupNamed(realm.userGroups, groupName);
    if (!group) return [];
    const members = group.members.filter((userId) => isActive(realm.directory, userId));
    const notified = members.length <= left ? members : [];
    left -= notified.length;
    return [{ groupId: group.groupId, name: group.name, members: notified }];
  });
}

const uploadToken = /(?:^|\/)user_uploads\/[0-9]+\/[0-9a-f]{1,2}\/([A-Za-z0-9_-]{24})\//;

/** The linked files that the writer may share. */
function sharedBy(realm: RealmState | undefined, writer: Actor, targets: readonly string[]): FileId[] {
  if (!realm || writer === null || targets.length === 0) return [];
  const ids = new Set<FileId>();
  for (const target of targets) {
    const token = uploadToken.exec(target)?.[1];
    const file = token === undefined ? undefined : fileOfToken(realm.files, token);
    if (file && file.sharedBy.length < limits.sharingMessagesPerFileMax && mayShare(realm, writer, file))
      ids.add(file.fileId);
    if (ids.size === limits.sharedFilesPerMessageMax) break;
  }
  return [...ids].sort((a, b) => a - b);
}
