/**
 * A button that waits for an answer has `aria-disabled`, because `disabled` would take the keyboard's focus from it. A click on it does nothing,
 * and neither does the second one of a double click: by then another button may be in its place. Only those of the class `step` and those
 * that unfold something act each time. Browsers also click the button of a form for the Enter key in a field.
 */
export function ignoreDisabled(event: MouseEvent): void {
  const { target, detail: clicks } = event;
  const ignored = `[aria-disabled="true"]${clicks > 1 ? ', button:not(.step, [aria-expanded])' : ''}`;
  if (!(target instanceof Element) || !target.closest(ignored)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Enter that is held down clicks once. By then another button may have the focus. */
export function ignoreRepeated(event: KeyboardEvent): void {
  const { key, repeat, target } = event;
  if (repeat && key === 'Enter' && target instanceof Element && target.matches('button:not(.step)'))
    event.preventDefault();
}
