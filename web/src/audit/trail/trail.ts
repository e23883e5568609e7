/**
 * The records that match a filter: pages, newest first, and new records while they are followed. No record is missing between two rows: what
 * the list drops is at its end, and the next page has it again.
 */
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
/** The most new records that wait to be shown, and the most rows when new ones are added to them. */
const keptMax = 1000;

/** Where a page begins. */
type Start = { readonly cursor?: string; readonly until?: string };
type Access = { readonly include_content?: boolean; readonly reason?: string };

export class Trail {
  readonly filter: Filter;
  readonly #access: Access;
  readonly rows = signal<readonly Row[] | undefined>(undefined);
  /** How many new records are not shown yet. */
  readonly newCount = signal(0);
  readonly hasMore = signal(false);
  readonly isLoading = signal(false);
  readonly trouble = signal('');
  readonly live = signal<Live>('off');
  /** Whether new records are shown at once. */
  isAtTop = true;
  /** The newest of the records that are not shown yet, newest first. */
  #waiting: readonly Entry[] = [];
  /** Where the next page begins; undefined after the last page. */
  #next: Start | undefined = {};
  #keys = 0;
  #following: AbortController | undefined;

  constructor(filter: Filter, access: Access) {
    this.filter = filter;
    this.#access = access;
  }

  /** Loads the next page, or the first one. */
  async more(): Promise<void> {
    const start = this.#next;
    if (this.isLoading.peek() || !start) return;
    this.isLoading.value = true;
    this.trouble.value = '';
    try {
      const { records, next_cursor } = await client.value.get('/audit/events', {
        ...sentFilter(this.filter),
        ...this.#access,
        ...start,
        limit: page,
      });
      // The rows before this page were dropped meanwhile.
      if (start !== this.#next) return;
      const before = this.rows.peek() ?? [];
      const known = new Set(before.map(({ entry }) => entry.id));
      const fresh = records.filter(({ id }) => !known.has(id));
      batch(() => {
        this.#goOnFrom(next_cursor === null ? undefined : { cursor: next_cursor });
        this.rows.value = [...before, ...fresh.map((entry) => this.#row(entry))];
      });
    } catch (error) {
      this.trouble.value = wordsOf(error);
    } finally {
      this.isLoading.value = false;
    }
  }

  /** Adds the waiting records to the list. If some of them were dropped, so are the rows, which do not follow on the others. */
  showWaiting(): void {
    const came = this.#waiting;
    const isWhole = came.length === this.newCount.peek();
    const rows = [...came.map((entry) => this.#row(entry)), ...(isWhole ? (this.rows.peek() ?? []) : [])];
    const kept = rows.slice(0, keptMax);
    const last = kept.at(-1);
    batch(() => {
      if (last && (!isWhole || kept.length < rows.length)) this.#goOnFrom({ until: last.entry.id });
      this.#waiting = [];
      this.newCount.value = 0;
      this.rows.value = kept;
    });
  }

  #goOnFrom(start: Start | undefined): void {
    this.#next = start;
    this.hasMore.value = start !== undefined;
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
    let last = this.#waiting[0]?.id ?? this.rows.peek()?.[0]?.entry.id ?? this.filter.since;
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
    this.#waiting = [entry, ...this.#waiting].slice(0, keptMax);
    this.newCount.value += 1;
    if (this.isAtTop) this.showWaiting();
  }

  stop(): void {
    this.#following?.abort();
    this.#following = undefined;
    this.live.value = 'off';
  }
}
