/** The targets that links may have, and the kinds of targets. */

const imagePath = /\.(?:bmp|gif|jpe?g|jpe|png|webp)$/i;
const upload = /^(?:https?:\/\/[^/]+)?\/?user_uploads\//i;

/**
 * Allows only http, https, mailto and addresses without a scheme. Other schemes (`javascript:`, `data:`, …) could act in the reader's name.
 * A scheme is the text before the first colon, unless a slash, question mark or hash comes earlier.
 */
export function isAllowedTarget(href: string): boolean {
  const scheme = /^[^/?#]*?:/.exec(href)?.[0];
  return scheme === undefined || /^(?:https?|mailto):$/i.test(scheme);
}

export function isImageTarget(href: string): boolean {
  return imagePath.test(href.replace(/[?#].*$/s, ''));
}

export function isUploadTarget(href: string): boolean {
  return upload.test(href);
}
