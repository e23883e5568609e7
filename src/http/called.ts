/** One request as its endpoint sees it. */
import type { ServerResponse } from 'node:http';
import type { Call } from '../define/endpoint.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';

type Known = Omit<Call<Record<string, unknown>>, 'signal'>;

/** A class, so that a signal is made only for those who ask: spreading a call leaves it out. */
export class Called implements Call<Record<string, unknown>> {
  readonly realmId: RealmId;
  readonly userId: UserId;
  readonly parameters: Record<string, unknown>;
  readonly client: string;
  readonly requestId: string;
  readonly origin: string;
  readonly rootHost: boolean;
  readonly json: Known['json'];
  readonly headers: Known['headers'];
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(known: Known, response: ServerResponse) {
    this.realmId = known.realmId;
    this.userId = known.userId;
    this.parameters = known.parameters;
    this.client = known.client;
    this.requestId = known.requestId;
    this.origin = known.origin;
    this.rootHost = known.rootHost;
    this.json = known.json;
    this.headers = known.headers;
    this.#response = response;
  }

  get signal(): AbortSignal {
    this.#signal ??= goneSignal(this.#response);
    return this.#signal;
  }
}

/** Aborted when the client goes away before it is answered. */
function goneSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
