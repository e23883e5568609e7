/** Writes answers: JSON and a line end, never to be cached (api-facts §1.2). Straight to the socket, past koa's own response. */
import type { ServerResponse } from 'node:http';
import type { Answer } from '../define/endpoint.ts';
import { type Problem, problemBody } from './problem.ts';

export type Headers = Readonly<Record<string, string>>;

const always = {
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
  response.writeHead(status, { ...always, 'Content-Length': Buffer.byteLength(body), ...headers });
  response.end(body);
}

export function sendProblem(response: ServerResponse, problem: Problem, headers?: Headers): void {
  send(response, problem.status, problemBody(problem), { ...headers, ...problem.headers });
}

/** OPTIONS: what may be asked there. */
export function sendAllowed(response: ServerResponse, allowed: readonly string[], headers: Headers): void {
  response.writeHead(204, { ...headers, Allow: allowed.join(', ') });
  response.end();
}
