/**
 * Slashes that follow each other in a path count as one, as in the proxies that stand before most servers. Clients join addresses in
 * this way: `/api/v1/` and `/user_uploads/…`.
 */
import type { Middleware } from './request-context.ts';

export const mergeSlashes: Middleware = (context, next) => {
  if (context.path.includes('//')) context.path = context.path.replace(/\/{2,}/g, '/');
  return next();
};
