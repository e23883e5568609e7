import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { IconButton } from './icons.tsx';
import { mainFieldOf } from './keep-focus.ts';
import { Loading } from './loading.tsx';
import { dialog } from './selection.ts';

/** Closes the dialog at once, so that elements outside of it can get the focus before the next rendering removes it. */
export function closeDialog(): void {
  document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
  dialog.value = undefined;
}

/** A native dialog of the browser: it traps the focus, and Escape closes it. */
export function Frame(props: {
  readonly title: string;
  readonly class?: string;
  /** Called when it is closed. Default: `closeDialog`. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}) {
  const { onClose = closeDialog } = props;
  const element = useRef<HTMLDialogElement>(null);
  // This runs before the next key press, which must go to the dialog.
  useLayoutEffect(() => {
    const [before, own] = [document.activeElement, element.current];
    own?.showModal();
    if (own) mainFieldOf(own)?.focus();
    return () => {
      // The focus goes back, unless the user has moved it elsewhere. While it is open, nothing outside of it takes the focus.
      const now = document.activeElement;
      own?.close();
      if (before instanceof HTMLElement && (now === document.body || own?.contains(now))) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={props.class}
      aria-label={props.title}
      // Escape closes it at once, so that the next key belongs to what is below it.
      onCancel={() => onClose()}
      // The event comes late, when another dialog may be open.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
    >
      <Loading />
      <div class="dialog-body">
        <header>
          <h2>{props.title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        {props.children}
      </div>
    </dialog>
  );
}
