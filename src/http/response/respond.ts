/** Writes answers: JSON and a line end, never to be cached (api-facts §1.2). Straight to the socket, past koa's own response. */
import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Answer, TextAnswer } from '../../define/endpoint.ts';
import type { SharedText } from '../../define/shared-text.ts';
import { type Problem, problemBody } from './problem.ts';
import { Response } from './response.ts';

export type Headers = Readonly<Record<string, string>>;

/** Bytes. */
const longFrom = 4096;
const uncached: Headers = { 'Cache-Control': 'max-age=0, no-cache, no-store, must-revalidate, private' };
const always: Headers = { 'Content-Type': 'application/json', ...uncached };

const linesOf = (headers: Headers): string => {
  let lines = '';
  for (const name in headers) lines += `${name}: ${headers[name]}\r\n`;
  return lines;
};
const alwaysLines = linesOf(always);

/** What goes over the wire for an answer; one that is text already goes as it is, its line end with it. */
export function bodyOf(answer: Answer): string {
  if (isText(answer)) return answer.body + (answer.shared?.text ?? '');
  return `${JSON.stringify({ result: 'success', msg: '', ...answer })}\n`;
}

const isText = (answer: Answer): answer is TextAnswer => typeof answer.body === 'string';

/** Answers the status. */
export function sendAnswer(response: ServerResponse, answer: Answer, headers: Headers): number {
  if (isText(answer)) return send(response, 200, answer.body, headers, answer.shared);
  return send(response, 200, bodyOf(answer), headers);
}

/** `shared`: what follows the body. Answers the status. */
export function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers?: Headers,
  shared?: SharedText,
): number {
  if (response.headersSent || response.writableEnded || response.destroyed) return status;
  const bytes = Buffer.byteLength(body);
  const isWhole = response instanceof Response && response.sendWhole(status, headLines(headers), body, bytes, shared);
  if (!isWhole) sendParts(response, status, shared ? body + shared.text : body, headers);
  return status;
}

const headLines = (headers: Headers | undefined): string => {
  if (!headers) return alwaysLines;
  return 'Content-Type' in headers ? linesOf({ ...always, ...headers }) : alwaysLines + linesOf(headers);
};

function sendParts(response: ServerResponse, status: number, body: string, headers: Headers | undefined): void {
  const bytes = Buffer.byteLength(body);
  response.writeHead(status, { ...always, 'Content-Length': bytes, ...headers });
  // As many bytes as characters: all of it is ASCII, which is the same in both and copied faster as latin1.
  const encoding = bytes === body.length ? 'latin1' : 'utf8';
  // A long text would be copied once more behind its head, bytes are not.
  response.end(bytes < longFrom ? body : Buffer.from(body, encoding), encoding);
}

/**
 * With an ETag: 304 and no body for who names it in If-None-Match. The tag is of the body itself, so that whatever changes what this
 * caller may see changes it as well. Answers the status.
 */
export function sendTagged(response: ServerResponse, body: string, headers: Headers): number {
  const tag = `"${hash('sha1', body, 'base64url')}"`;
  const tagged = { ...headers, ETag: `W/${tag}` };
  if (!names(response.req.headers['if-none-match'], tag)) return send(response, 200, body, tagged);
  if (!response.headersSent && !response.destroyed) response.writeHead(304, { ...uncached, ...tagged }).end();
  return 304;
}

/** Whether If-None-Match names the tag; weak or not makes no difference there. */
const names = (header: string | undefined, tag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag));

export function sendProblem(response: ServerResponse, problem: Problem, headers?: Headers): void {
  send(response, problem.status, problemBody(problem), { ...headers, ...problem.headers });
}

/** OPTIONS: what may be asked there. */
export function sendAllowed(response: ServerResponse, allowed: readonly string[], headers: Headers): void {
  response.writeHead(204, { ...headers, Allow: allowed.join(', ') });
  response.end();
}
