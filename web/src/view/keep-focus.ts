const focusable = 'a[href], button, input, select, textarea, summary';

/** The first field or main button of a dialog, and not the button that closes it. */
export const mainFieldOf = (dialog: Element): HTMLElement | null =>
  dialog.querySelector<HTMLElement>('form input, input[type="search"], .primary');

/** What is next to a gap, within the smallest part of the page that has something. */
function nextTo({ target, nextSibling }: MutationRecord): HTMLElement | undefined {
  let after = nextSibling;
  for (let part = target instanceof Element ? target : null; part; part = part.parentElement) {
    const all = [...part.querySelectorAll<HTMLElement>(focusable)].filter(
      (one) => one.tabIndex >= 0 && one.getClientRects().length > 0,
    );
    const isAfter = (one: Element): boolean =>
      after !== null && (after.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) === 0;
    const found = all.find(isAfter) ?? all.at(-1);
    if (found) return found;
    after ??= part.nextSibling;
  }
  return undefined;
}

/**
 * The focus moves on when what has it is removed, for instance a button with its row. Rows of long lists also go while somebody scrolls: there
 * it is left to the keys.
 */
export function keepFocus(): void {
  let focused: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    focused = target;
  });
  // Somebody has left it.
  document.addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (target === focused && focused instanceof Element && focused.isConnected) focused = null;
    }),
  );
  new MutationObserver((records) => {
    const { activeElement } = document;
    const isLost = focused instanceof Element && !focused.isConnected && activeElement === document.body;
    const gone = isLost ? focused : null;
    if (!(gone instanceof Element)) return;
    focused = null;
    const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
    if (!record || !(record.target instanceof Element) || gone.closest('[data-key]')) return;
    const dialog = record.target.closest('dialog');
    const next = (dialog && mainFieldOf(dialog)) ?? nextTo(record);
    next?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
