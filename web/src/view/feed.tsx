/** The messages of a narrow, as a virtual list: only the visible rows are rendered. */
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { isPast } from '../api/looking.ts';
import type { MessageList } from '../model/message-list.ts';
import { isOfPlace } from '../model/narrow.ts';
import { isIn, pending } from '../model/sending.ts';
import { see } from '../model/unread.ts';
import { Button } from './fields.tsx';
import { MessageRow } from './message-row.tsx';
import { PendingRow } from './pending-row.tsx';
import { selected } from './selection.ts';
import { VirtualRows } from './virtual-rows.ts';

/** Distance from an end at which the next page is fetched. */
const near = 1500;
const atEnd = 40;

/** Where the reader is: a row with its distance from the top of the window, or the end. */
type Place = { readonly key: number; readonly offset: number } | 'end';

export function Feed({ list }: { readonly list: MessageList }) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => new VirtualRows(), [list]);
  const drawn = useSignal({ from: 0, to: 0, above: 0, below: 0 });
  const isAtEnd = useSignal(true);
  const place = useRef<Place | undefined>(undefined);
  const hasStarted = useRef(false);

  const written = useComputed(() => (isPast.value ? [] : pending.value.filter((one) => isIn(list.narrow, one.place))));
  const waiting = useComputed(() => (list.foundNewest.value || list.isBare.value ? written.value : []));
  const keys = useComputed(() => [...list.ids.value, ...waiting.value.map(({ key }) => key)]);
  rows.keys = keys.value;

  /** Restores the scroll position of the reader, and computes which rows are visible. */
  const settle = (): void => {
    const element = box.current;
    if (!element) return;
    if (place.current === 'end') element.scrollTop = rows.total;
    else if (place.current) {
      const top = rows.topOf(place.current.key);
      if (top !== undefined) element.scrollTop = top - place.current.offset;
    }
    const { scrollTop, clientHeight } = element;
    const next = rows.window(scrollTop, clientHeight);
    const now = drawn.peek();
    if (next.from !== now.from || next.to !== now.to || next.above !== now.above || next.below !== now.below)
      drawn.value = next;
  };

  const stay = (at: Place): void => {
    place.current = at;
    list.reading = at === 'end' || at.key < 0 ? undefined : at.key;
  };

  const remember = (): void => {
    const element = box.current;
    if (!element) return;
    const { scrollTop, clientHeight, scrollHeight } = element;
    isAtEnd.value = list.foundNewest.peek() && scrollTop + clientHeight >= scrollHeight - atEnd;
    const key = rows.at(scrollTop);
    if (isAtEnd.peek()) stay('end');
    else if (key !== undefined) stay({ key, offset: (rows.topOf(key) ?? 0) - scrollTop });
    if (scrollTop < near) void list.loadOlder();
    if (scrollTop + clientHeight > scrollHeight - near) void list.loadNewer();
  };

  /** Loads more messages until they are higher than the window, because the visitor cannot scroll before. */
  const fill = (): void => {
    const element = box.current;
    if (!element || list.isLoading.peek() || list.trouble.peek() || rows.total > element.clientHeight) return;
    void (list.foundOldest.peek() ? list.loadNewer() : list.loadOlder());
  };

  const drawnRows = (): readonly (readonly [key: number, DOMRect])[] =>
    [...(box.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])].map((row) => [
      Number(row.dataset.key),
      row.getBoundingClientRect(),
    ]);
  const measure = (): boolean => rows.measured(drawnRows().map(([key, { height }]) => [key, height]));

  /**
   * Messages that are seen become read: only what is drawn, because the heights of other rows are guesses. Search results and lists of
   * marked messages do not show them in their context.
   */
  const seeing = (): void => {
    const element = box.current;
    if (!element || document.visibilityState !== 'visible' || !isOfPlace(list.narrow)) return;
    const { top, bottom } = element.getBoundingClientRect();
    see(drawnRows().flatMap(([key, row]) => (row.top >= top - 20 && row.top <= bottom - 20 ? [key] : [])));
  };

  useLayoutEffect(() => {
    const start = list.start.value;
    if (!hasStarted.current && start !== undefined && !list.isLoading.value) {
      hasStarted.current = true;
      stay(start === 'end' ? 'end' : { key: start, offset: 80 });
    }
    settle();
    // A measured height may move the rows below it. This settles before anything is painted.
    for (let rounds = 0; rounds < 4 && measure(); rounds += 1) settle();
    seeing();
    if (place.current === 'end' && list.foundNewest.value) list.dropOldest();
    fill();
  });

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (measure() || place.current === 'end') settle();
      fill();
    });
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    document.addEventListener('visibilitychange', seeing);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', seeing);
    };
  }, [list]);

  useEffect(
    () =>
      selected.subscribe((id) => {
        const element = box.current;
        const top = id === undefined ? undefined : rows.topOf(id);
        if (!element || top === undefined) return;
        const height = element.querySelector<HTMLElement>(`[data-key="${id}"]`)?.offsetHeight ?? 0;
        if (top < element.scrollTop) element.scrollTop = top - 60;
        else if (top + height > element.scrollTop + element.clientHeight)
          element.scrollTop = top + height - element.clientHeight + 20;
      }),
    [list],
  );

  const goToEnd = async (): Promise<void> => {
    if (!list.foundNewest.value) await list.load('newest');
    if (!list.foundNewest.value) return;
    stay('end');
    settle();
  };
  // The visitor sees their own new message, wherever they were reading. Later messages have lower keys.
  const newest = written.value.at(-1)?.key ?? 0;
  const seenKey = useRef(newest);
  useLayoutEffect(() => {
    if (newest >= seenKey.current) return;
    seenKey.current = newest;
    if (list.ids.peek().length > 0) void goToEnd();
  }, [newest]);

  const { from, to, above, below } = drawn.value;
  const shown = keys.value.slice(from, to);
  const byKey = new Map(waiting.value.map((one) => [one.key, one]));
  const isEmpty = keys.value.length === 0 && !list.isLoading.value && !list.trouble.value;
  return (
    <div class="feed-box">
      <div
        class="feed-scroll"
        ref={box}
        onScroll={() => {
          remember();
          settle();
          seeing();
        }}
      >
        <section
          class="feed"
          aria-label="Messages"
          aria-busy={list.isLoading.value}
          style={{ paddingTop: `${above}px`, paddingBottom: `${below}px` }}
        >
          {shown.map((key, index) => {
            const one = byKey.get(key);
            if (one) return <PendingRow key={key} message={one} />;
            const before = index > 0 ? shown[index - 1] : keys.value[from - 1];
            return (
              <MessageRow
                key={key}
                id={key}
                before={before}
                position={list.foundOldest.value ? from + index + 1 : -1}
                size={list.foundOldest.value && list.foundNewest.value ? list.ids.value.length : -1}
                isSelected={selected.value === key}
              />
            );
          })}
        </section>
        {isEmpty && <p class="empty">There are no messages here.</p>}
      </div>
      {list.trouble.value && (
        <p class="notice" role="alert">
          {list.trouble.value} <Button label="Try again" onClick={() => void list.again()} />
        </p>
      )}
      {!(isAtEnd.value && list.foundNewest.value) && keys.value.length > 0 && (
        <button type="button" class="to-end" onClick={() => void goToEnd()}>
          Newest <span aria-hidden="true">↓</span>
        </button>
      )}
    </div>
  );
}
