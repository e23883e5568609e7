/** A list that is fetched on request, page by page. */
import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Button } from '../../view/fields.tsx';
import { given } from '../reason.tsx';

type Asked = ReturnType<typeof given> & { readonly cursor?: number };
type Page<T> = { readonly rows: readonly T[]; readonly next: number | null };

export type Pages<T> = {
  /** Undefined before the first request. */
  readonly rows: Signal<readonly T[] | undefined>;
  readonly next: Signal<number | null>;
  /** Adds the page after the cursor. Without a cursor, the list starts again. */
  readonly load: (cursor?: number) => Promise<void>;
  /** Hides the list, until it is loaded again. An answer that is still on its way does not show it. */
  readonly hide: () => void;
};

export function usePages<T>(page: (asked: Asked) => Promise<Page<T>>): Pages<T> {
  const rows = useSignal<readonly T[] | undefined>(undefined);
  const next = useSignal<number | null>(null);
  const asked = useRef(0);
  const answered = useRef(0);
  const load = async (cursor?: number): Promise<void> => {
    if (cursor === undefined) asked.current += 1;
    const own = asked.current;
    const found = await page(cursor === undefined ? given() : { ...given(), cursor });
    // Two clicks ask for the same page.
    if (cursor !== undefined && cursor !== next.value) return;
    // A later request may have been answered before this one.
    if (own < answered.current) return;
    answered.current = own;
    rows.value = cursor === undefined ? found.rows : [...(rows.value ?? []), ...found.rows];
    next.value = found.next;
  };
  const hide = (): void => {
    asked.current += 1;
    answered.current = asked.current;
    rows.value = undefined;
    next.value = null;
  };
  return { rows, next, load, hide };
}

/** A button that loads the next page, if there is one. */
export const More = <T,>(props: {
  readonly pages: Pages<T>;
  readonly attempt: (what: () => Promise<unknown>) => Promise<boolean>;
}) => {
  const { next, load } = props.pages;
  if (next.value === null) return null;
  return <Button label="More" onClick={() => void props.attempt(() => load(next.value ?? undefined))} />;
};
