/** One request as far as it is known: whatever goes wrong is answered, logged and counted with that. */
import { METHODS } from 'node:http';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import type { Headers } from '../response/respond.ts';
import { requestIdOf } from './request-id.ts';

export class Underway {
  readonly method: string | undefined;
  /** On the process' own clock. */
  readonly began = performance.now();
  endpoint: AnyEndpoint | undefined;
  realmId: RealmId | undefined;
  userId: UserId | undefined;
  /** Tells the caller how many requests are left. */
  rate: Headers | undefined;
  #requestId: string | undefined;

  /** `requestId`: what its header says. */
  constructor(method: string | undefined, requestId: string | string[] | undefined) {
    this.method = method;
    if (requestId !== undefined) this.#requestId = requestIdOf(requestId);
  }

  /** Made when it is first asked for: a poll that waits needs none, and thousands of them are half a megabyte. */
  get requestId(): string {
    this.#requestId ??= requestIdOf(undefined);
    return this.#requestId;
  }

  /** Of the answer. */
  get headers(): Headers {
    return { 'X-Request-Id': this.requestId, ...this.rate };
  }
}

/** What the log says of a request: never its address as it was sent, which may hold keys, names and words. */
export const told = ({ requestId, method, endpoint, realmId, userId }: Underway) => ({
  requestId,
  method: endpoint?.method ?? (isMethod(method) ? method : 'other'),
  route: endpoint?.path,
  realm: realmId,
  user: userId,
});

const isMethod = (method: string | undefined): boolean => METHODS.includes(method ?? '');
