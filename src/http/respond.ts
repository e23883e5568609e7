/** Writes answers: JSON and a line end, never to be cached (api-facts §1.2). Straight to the socket, past koa's own response. */
import type { ServerResponse } from 'node:http';
import type { Answer } from '../define/endpoint.ts';
import { type Problem, problemBody } from './problem.ts';

export type Headers = Readonly<Record<string, string>>;

const always: Headers = {
  'Content-Type': 'application/json',
  'Cache-Control': 'max-age=0, no-cache, no-store, must-revalidate, private',
};

/** What goes over the wire for an answer; one that is text already goes as it is. */
export function bodyOf(answer: Answer): string {
  if (isText(answer)) return answer.body.endsWith('\n') ? answer.body : `${answer.body}\n`;
  return `${JSON.stringify({ result: 'success', msg: '', ...answer })}\n`;
}

const isText = (answer: Answer): answer is { readonly body: string } => typeof answer.body === 'string';

export function send(response: ServerResponse, status: number, body: string, headers?: Headers): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = Buffer.byteLength(body);
  response.writeHead(status, { ...always, 'Content-Length': bytes, ...headers });
  // As many bytes as characters: all of it is ASCII, which is the same in both and copied faster as latin1.
  response.end(body, bytes === body.length ? 'latin1' : 'utf8');
}

export function sendProblem(response: ServerResponse, problem: Problem, headers?: Headers): void {
  send(response, problem.status, problemBody(problem), { ...headers, ...problem.headers });
}

/** OPTIONS: what may be asked there. */
export function sendAllowed(response: ServerResponse, allowed: readonly string[], headers: Headers): void {
  response.writeHead(204, { ...headers, Allow: allowed.join(', ') });
  response.end();
}
