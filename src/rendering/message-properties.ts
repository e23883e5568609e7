/** The mentions and links of a message, taken from the tokens of its HTML, so that both always agree. */
import type { Token } from 'markdown-it';
import type { UserId } from '../vocabulary/ids.ts';
import { isImageTarget, isUploadTarget } from './link-target.ts';
import type { Rendered } from './render-context.ts';
import type { RenderEnvironment } from './render-environment.ts';

/** The HTML with the properties of the message, which mentions and the search operator `has:` use. */
export function withMessageProperties(
  html: string,
  tokens: readonly Token[],
  environment: RenderEnvironment,
): Rendered {
  const mentioned = new Set<UserId>();
  const uploadTargets = new Set<string>();
  const found = { wildcard: false, hasLink: false, hasImage: false, hasAttachment: false };
  for (const { children } of tokens) {
    for (const token of children ?? []) {
      if (token.type === 'mention') {
        const user = environment.usersById.get(Number(token.attrGet('data-user-id')));
        if (token.info === 'silent') continue;
        if (user === undefined) found.wildcard = true;
        else mentioned.add(user.userId);
      } else if (token.type === 'group_mention') {
        for (const userId of environment.groupsByName.get(token.info)?.members ?? []) mentioned.add(userId);
      } else if (token.type === 'link_open' || token.type === 'image') {
        const target = String(token.attrGet(token.type === 'image' ? 'src' : 'href'));
        found.hasLink = true;
        found.hasImage ||= token.type === 'image' || isImageTarget(target);
        if (isUploadTarget(target)) {
          found.hasAttachment = true;
          uploadTargets.add(target);
        }
      }
    }
  }
  return {
    html,
    mentioned: [...mentioned].sort((a, b) => a - b),
    wildcard: found.wildcard,
    hasLink: found.hasLink,
    hasImage: found.hasImage,
    hasAttachment: found.hasAttachment,
    uploadTargets: [...uploadTargets],
  };
}
