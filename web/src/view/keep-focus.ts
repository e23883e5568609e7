/** The first field or main button of a dialog, and not the button that closes it. */
export const mainFieldOf = (dialog: Element): HTMLElement | null =>
  dialog.querySelector<HTMLElement>('form input, input[type="search"], .dialog-acts .primary');

/** What comes after a gap, or else the last one, in the smallest part of the page that has something. */
function nextTo({ target, nextSibling }: MutationRecord): HTMLElement | undefined {
  const isBefore = (one: Element): boolean =>
    !nextSibling || (nextSibling.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  for (let part = target instanceof Element ? target : null; part; part = part.parentElement) {
    const all = [...part.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')];
    const inSight = all.filter((one) => one.tabIndex >= 0 && one.getClientRects().length > 0);
    if (inSight.length > 0) return inSight.find((one) => !isBefore(one)) ?? inSight.at(-1);
  }
  return undefined;
}

/** The focus moves on when what has it is removed, for instance a button with its row. Rows of long lists go when somebody scrolls, too. */
export function keepFocus(): void {
  let focused: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    focused = target;
  });
  // Its visitor has left it, unless it is being removed.
  document.addEventListener('focusout', ({ target }) => {
    queueMicrotask(() => {
      if (focused === target && focused instanceof Element && focused.isConnected) focused = null;
    });
  });
  new MutationObserver((records) => {
    const gone = focused;
    if (!(gone instanceof Element) || gone.isConnected) return;
    focused = null;
    const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(gone)));
    if (!record || document.activeElement !== document.body || gone.closest('[data-key]')) return;
    const dialog = record.target instanceof Element && record.target.closest('dialog');
    const next = (dialog && mainFieldOf(dialog)) || nextTo(record);
    next?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true });
}
