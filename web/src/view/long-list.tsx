/** A virtual list in a scrolling screen: only the visible rows are rendered. Arrow keys move between rows. */
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { VirtualRows } from './virtual-rows.ts';

/** Distance in pixels from the end at which `onNearEnd` is called. */
const near = 1200;

export function LongList<T extends { readonly key: number }>(props: {
  readonly rows: readonly T[];
  readonly label: string;
  readonly isWhole: boolean;
  readonly draw: (row: T) => ComponentChildren;
  readonly onNearEnd?: () => void;
  /** Called with each scroll. `isAtTop`: the beginning of the list is visible. */
  readonly onScroll?: (isAtTop: boolean) => void;
}) {
  const { rows, label, isWhole, draw, onNearEnd, onScroll } = props;
  const list = useRef<HTMLOListElement>(null);
  const heights = useMemo(() => new VirtualRows(), []);
  const drawn = useSignal({ from: 0, to: 0, above: 0, below: 0 });
  heights.keys = useMemo(() => rows.map(({ key }) => key), [rows]);

  const settle = (): void => {
    const own = list.current;
    const box = own?.closest('.screen');
    if (!own || !box) return;
    const top = box.getBoundingClientRect().top - own.getBoundingClientRect().top;
    const next = heights.window(top, box.clientHeight);
    const now = drawn.peek();
    if (next.from !== now.from || next.to !== now.to || next.above !== now.above || next.below !== now.below)
      drawn.value = next;
    if (heights.total - top - box.clientHeight < near) onNearEnd?.();
    onScroll?.(top < 0);
  };
  const measure = (): boolean =>
    heights.measured(
      [...(list.current?.children ?? [])].map((row) => [
        Number((row as HTMLElement).dataset.key),
        (row as HTMLElement).offsetHeight,
      ]),
    );

  useLayoutEffect(() => {
    settle();
    for (let rounds = 0; rounds < 4 && measure(); rounds += 1) settle();
  });
  // The listeners call the function of the latest render.
  const latest = useRef(settle);
  latest.current = settle;
  useEffect(() => {
    const box = list.current?.closest('.screen');
    if (!box) return;
    const onMove = (): void => latest.current();
    const observer = new ResizeObserver(() => {
      measure();
      latest.current();
    });
    observer.observe(box);
    box.addEventListener('scroll', onMove);
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onMove);
    };
  }, []);

  const { from, to, above, below } = drawn.value;
  return (
    <ol
      ref={list}
      class="long-list"
      aria-label={label}
      style={{ paddingTop: `${above}px`, paddingBottom: `${below}px` }}
      onKeyDown={onArrow}
    >
      {rows.slice(from, to).map((row, index) => (
        <li key={row.key} data-key={row.key} aria-posinset={from + index + 1} aria-setsize={isWhole ? rows.length : -1}>
          {draw(row)}
        </li>
      ))}
    </ol>
  );
}

function onArrow(event: KeyboardEvent): void {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
  if (!(event.key in step) || !(event.target instanceof Element)) return;
  const row = event.target.closest('li')?.[step[event.key as keyof typeof step]];
  const inside = row?.querySelector<HTMLElement>('button, a');
  if (!inside) return;
  event.preventDefault();
  inside.focus();
}
