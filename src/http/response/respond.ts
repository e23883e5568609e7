/** Fills koa's response. Answers must not be cached, except those that never change. */
import { createHash, hash } from 'node:crypto';
import { Breaks } from '../../define/breaks.ts';
import type { RawAnswer } from '../../define/endpoint.ts';
import type { Context } from '../request/request-context.ts';
import { type Problem, problemBody } from './problem.ts';

const always = [
  ['Cache-Control', 'max-age=0, no-cache, no-store, must-revalidate, private'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;
const json = 'application/json';
const hashedAtOnce = 512 * 1024;

export function respond(context: Context, status: number, body: string | Buffer, type = json): void {
  respondHeaders(context, status, type);
  context.response.body = body;
}

export function respondRaw(context: Context, { body, immutable }: RawAnswer, type = 'application/octet-stream'): void {
  respondHeaders(context, 200, type);
  if (immutable) context.res.setHeader('Cache-Control', 'private, max-age=31536000, immutable');
  context.response.body = body;
}

export function respondHeaders({ response, res }: Context, status: number, type = json): void {
  response.status = status;
  for (const [name, value] of always) res.setHeader(name, value);
  res.setHeader('Content-Type', type);
}

/**
 * Answers with an ETag, or with 304 and no body if If-None-Match names it. The tag is a hash of the body, so that every change in what
 * this caller may see changes the tag.
 */
export async function respondTagged(context: Context, body: string | Buffer): Promise<void> {
  const tag = `"${await digest(body)}"`;
  respond(context, 200, body);
  context.set('ETag', `W/${tag}`);
  if (namesTag(context.headers['if-none-match'], tag)) context.status = 304;
}

/** Hashes a long answer in parts, with breaks between them. */
async function digest(body: string | Buffer): Promise<string> {
  if (typeof body === 'string') return hash('sha1', body, 'base64url');
  const digested = createHash('sha1');
  const breaks = new Breaks();
  for (let at = 0; at < body.length; at += hashedAtOnce) {
    digested.update(body.subarray(at, at + hashedAtOnce));
    if (breaks.isDue) await breaks.take();
  }
  return digested.digest('base64url');
}

/** Whether If-None-Match names the tag. Weak and strong tags are treated alike there. */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag));

export function respondProblem(context: Context, problem: Problem): void {
  if (problem.headers) context.set(problem.headers);
  respond(context, problem.status, problemBody(problem));
}
