/** The steps of a period, fetched page by page. */
import { type Signal, signal } from '@preact/signals';
import type { Api } from 'verbatim/client';
import { client } from '../../api/connection.ts';
import { given } from '../reason.tsx';
import type { Stretch } from './stretch.ts';

export type Step = Api['GET /audit/replay/steps']['answer']['steps'][number];

const perPage = 20;
/** Steps can be large. A longer period is shown in parts. */
export const keptMax = 500;

export class Steps {
  readonly #until: string | undefined;
  #next: string | undefined;
  readonly rows: Signal<readonly Step[]> = signal([]);
  readonly hasMore = signal(true);

  constructor({ from, until }: Stretch) {
    this.#next = from || undefined;
    this.#until = until;
  }

  /** Asks for the events that follow. The end is a time, or the last event itself. */
  async more(): Promise<void> {
    const from = this.#next === undefined ? {} : { from: this.#next };
    const { steps, next } = await client.value.get('/audit/replay/steps', { ...from, limit: perPage, ...given() });
    const end = steps.findIndex(({ event }) => this.#isBeyond(event));
    this.rows.value = [...this.rows.value, ...(end < 0 ? steps : steps.slice(0, end))];
    this.#next = next ?? undefined;
    this.hasMore.value = end < 0 && next !== null && this.rows.value.length < keptMax;
  }

  /** Asks for more until the event is among them. */
  async upTo(eventId: string): Promise<void> {
    while (this.hasMore.value && !this.rows.value.some(({ event }) => event.id === eventId)) await this.more();
  }

  #isBeyond({ at }: Step['event']): boolean {
    const end = Date.parse(this.#until ?? '');
    return !Number.isNaN(end) && Date.parse(at) > end;
  }
}
