/** Where a link may lead, and what it leads to. */

const imagePath = /\.(?:bmp|gif|jpe?g|jpe|png|webp)$/i;
const upload = /^(?:https?:\/\/[^/]+)?\/?user_uploads\//i;

/**
 * Only http, https, mailto and addresses without a scheme: anything else (`javascript:`, `data:`, …) could act in the
 * reader's name. A scheme is whatever stands before a colon that no slash, question mark or hash precedes.
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
