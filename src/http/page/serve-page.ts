/**
 * Answers with the web page: the document at `/`, and the files that it loads. Below `/static` are pictures that messages show, in other
 * clients too. Other paths go to the next middleware.
 */
import type { Context, Middleware } from '../request/request-context.ts';
import { acceptedEncoding } from '../response/compress.ts';
import { ProblemError } from '../response/problem.ts';
import { notAllowed } from '../response/problem-of.ts';
import type { Encoding, Page, PageFile } from './page.ts';

/**
 * The content security policy of the page. The page may load its own files and the API from its own server. It makes HTML from text in one
 * place, which the Trusted Types policy names. No other page may frame it.
 */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types verbatim',
].join('; ');

const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
} as const;

const forEver = 'public, max-age=31536000, immutable';

/** `page` is undefined if it has not been built. Then none of its paths exists. */
export const servePage =
  (page: Page | undefined): Middleware =>
  async (context, next) => {
    const { path, method, state } = context;
    const file = page?.get(path);
    if (!file) return next();
    state.route = { method: 'GET', path: path === '/' ? '/' : '/assets' };
    if (method !== 'GET' && method !== 'HEAD') throw new ProblemError(notAllowed(['GET', 'HEAD']));
    send(context, file);
  };

function send(context: Context, file: PageFile): void {
  const { bodies, etag, type, isHashed } = file;
  context.vary('Accept-Encoding');
  context.set({
    ...always,
    ...(context.path.startsWith('/static/') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    'Cache-Control': isHashed ? forEver : 'no-cache, no-store, must-revalidate',
    ...(type.startsWith('text/html') && { 'Content-Security-Policy': contentPolicy }),
    ...(isHashed && { ETag: etag }),
  });
  if (isHashed && context.headers['if-none-match'] === etag) {
    context.status = 304;
    return;
  }
  const encoding = acceptedEncoding(context, [...bodies.keys()]) as Encoding;
  context.body = bodies.get(encoding) ?? bodies.get('identity');
  context.set({ 'Content-Type': type, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) });
}
