/**
 * Consecutive slashes in a path count as one, as in the reverse proxies in front of most servers. Some clients concatenate addresses in
 * this way: `/api/v1/` and `/user_uploads/…`.
 */
import type { Middleware } from './request-context.ts';

export const mergeSlashes: Middleware = (context, next) => {
  if (context.path.includes('//')) context.path = context.path.replace(/\/{2,}/g, '/');
  return next();
};
