/** An answer that is given when its handler has long returned: all that is kept of a request while it waits. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, Reply } from '../../define/endpoint.ts';
import type { Underway } from '../request/request-context.ts';

/** How a request ends; one for all requests. */
export type Ending = {
  answer(response: ServerResponse, underway: Underway, answer: Answer): void;
  fail(response: ServerResponse, underway: Underway, thrown: unknown): void;
  /** The client left. */
  leave(underway: Underway): void;
};

export class LateReply implements Reply {
  readonly #response: ServerResponse;
  readonly #underway: Underway;
  readonly #ending: Ending;
  #over = false;

  constructor(response: ServerResponse, underway: Underway, ending: Ending) {
    this.#response = response;
    this.#underway = underway;
    this.#ending = ending;
  }

  get gone(): boolean {
    return this.#response.destroyed;
  }

  answer(answer: Answer): void {
    if (this.#isOver()) return;
    this.#ending.answer(this.#response, this.#underway, answer);
  }

  fail(thrown: unknown): void {
    if (this.#isOver()) return;
    this.#ending.fail(this.#response, this.#underway, thrown);
  }

  whenGone(leave: () => void): void {
    letGo(this.#response.req);
    this.#response.on('close', () => {
      if (this.#isOver()) return;
      this.#ending.leave(this.#underway);
      leave();
    });
  }

  /** True from the second time on. */
  #isOver(): boolean {
    const over = this.#over;
    this.#over = true;
    return over;
  }
}

const noHeaders = Object.freeze({});

/** What was sent has been read, and would be held for as long as the answer takes. */
function letGo(request: IncomingMessage): void {
  request.headers = noHeaders;
  request.rawHeaders = [];
  request.url = '';
}
