/** One request as its endpoint sees it. */
import type { ServerResponse } from 'node:http';
import type { Call, Reply } from '../../define/endpoint.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import { type Ending, LateReply } from '../response/late-reply.ts';
import type { Underway } from './request-context.ts';

type Known = Omit<Call<Record<string, unknown>>, 'reply'>;

/** A class, so that a reply is made only for those who ask: spreading a call leaves it out. */
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
  readonly #underway: Underway;
  readonly #ending: Ending;

  constructor(known: Known, response: ServerResponse, underway: Underway, ending: Ending) {
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
    this.#underway = underway;
    this.#ending = ending;
  }

  get reply(): Reply {
    return new LateReply(this.#response, this.#underway, this.#ending);
  }
}
