/**
 * A button that waits for an answer has `aria-disabled`, because `disabled` would take the keyboard's focus from it. A click on it does nothing.
 * Browsers also click the button of a form for the Enter key in a field.
 */
export function ignoreDisabled(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element) || !target.closest('[aria-disabled="true"]')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
