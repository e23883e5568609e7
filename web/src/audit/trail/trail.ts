/** The records that match a filter: pages, newest first, and new records while they are followed. */
import { batch, signal } from '@preact/signals';
import { ApiError } from 'verbatim/client';
import { client, wordsOf } from '../../api/connection.ts';
import { readLines } from '../../api/lines.ts';
import type { Entry } from '../shared/words.ts';
import { type Filter, sentFilter } from './filter.ts';

/** A record and its key in the list, which stays the same when records are added. */
export type Row = { readonly key: number; readonly entry: Entry };
export type Live = 'off' | 'on' | 'again';

const page = 100;
const retryMs = 1000;
const retryMaxMs = 30_000;
/** The most new records that wait to be shown. The oldest beyond this number are dropped; a new search finds them. */
const waitingMax = 1000;

type Access = { readonly include_content?: boolean; readonly reason?: string };

export class Trail {
  readonly filter: Filter;
  readonly #access: Access;
  readonly rows = signal<readonly Row[] | undefined>(undefined);
  /** Newest first. */
  readonly waiting = signal<readonly Entry[]>([]);
  readonly hasMore = signal(false);
  readonly isLoading = signal(false);
  readonly trouble = signal('');
  readonly live = signal<Live>('off');
  /** Whether new records are shown at once. */
  isAtTop = true;
  #cursor: string | null = null;
  #keys = 0;
  #following: AbortController | undefined;

  constructor(filter: Filter, access: Access) {
    this.filter = filter;
    this.#access = access;
  }

  /** Loads the next page, or the first one. */
  async more(): Promise<void> {
    const { value: before } = this.rows;
    if (this.isLoading.peek() || (before && this.#cursor === null)) return;
    this.isLoading.value = true;
    this.trouble.value = '';
    try {
      const cursor = this.#cursor === null ? {} : { cursor: this.#cursor };
      const { records, next_cursor } = await client.value.get('/audit/events', {
        ...sentFilter(this.filter),
        ...this.#access,
        ...cursor,
        limit: page,
      });
      batch(() => {
        this.#cursor = next_cursor;
        this.hasMore.value = next_cursor !== null;
        this.rows.value = [...(this.rows.peek() ?? []), ...records.map((entry) => this.#row(entry))];
      });
    } catch (error) {
      this.trouble.value = wordsOf(error);
    } finally {
      this.isLoading.value = false;
    }
  }

  /** Adds the waiting records to the list. */
  showWaiting(): void {
    const came = this.waiting.value;
    if (came.length === 0) return;
    batch(() => {
      this.waiting.value = [];
      this.rows.value = [...came.map((entry) => this.#row(entry)), ...(this.rows.value ?? [])];
    });
  }

  #row(entry: Entry): Row {
    this.#keys += 1;
    return { key: this.#keys, entry };
  }

  /** Follows new records until `stop`. After an error it continues after the last record that it received. */
  async follow(): Promise<void> {
    this.stop();
    const following = new AbortController();
    this.#following = following;
    const { signal: stopped } = following;
    let last = this.rows.peek()?.[0]?.entry.id ?? this.filter.since;
    let waitMs = retryMs;
    this.live.value = 'on';
    while (!stopped.aborted) {
      try {
        const asked = { ...sentFilter(this.filter), ...this.#access, since: last, follow: true };
        for await (const line of readLines('/audit/events', asked, stopped)) {
          if (line.end === true) break;
          const entry = line as Entry;
          last = entry.id;
          waitMs = retryMs;
          this.live.value = 'on';
          this.#came(entry);
        }
      } catch (error) {
        if (stopped.aborted) return;
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) {
          this.trouble.value = wordsOf(error);
          this.stop();
          return;
        }
      }
      if (stopped.aborted) return;
      this.live.value = 'again';
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      waitMs = Math.min(retryMaxMs, waitMs * 2);
    }
  }

  #came(entry: Entry): void {
    this.waiting.value = [entry, ...this.waiting.value].slice(0, waitingMax);
    if (this.isAtTop) this.showWaiting();
  }

  stop(): void {
    this.#following?.abort();
    this.#following = undefined;
    this.live.value = 'off';
  }
}
