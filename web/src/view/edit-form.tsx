import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { client } from '../api/connection.ts';
import type { Listed } from '../api/types.ts';
import { useAttempt } from '../audit/shared/attempt.ts';
import { type Edit, editOf, endEdits } from '../model/edits.ts';
import { hasState } from '../model/follow.ts';
import { messageOf } from '../model/messages.ts';
import { ofMessage, placeOf } from '../model/narrow.ts';
import { writeIn } from './compose-state.ts';
import { Button, bound, isOfInputMethod, Trouble } from './fields.tsx';
import { editing } from './selection.ts';
import { showToast } from './toast.tsx';

/** The form goes with its message. What was written in it becomes a draft in the same place. */
function keepIfDeleted(message: Listed, { text, written }: Edit): void {
  if (!hasState.peek() || messageOf(message.id).peek()) return;
  showToast('The message that you were editing was deleted.');
  if (text.peek() !== (written.peek() ?? '')) writeIn(placeOf(ofMessage(message)), text.peek());
}

export function EditForm({ message }: { readonly message: Listed }) {
  const { id, type, subject } = message;
  const edit = useMemo(() => editOf(id), [id]);
  const { written, text, topic, reach } = edit;
  const { trouble, isBusy, attempt } = useAttempt();
  const own = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const isLoaded = written.value !== undefined;
  const load = (): void => {
    void attempt(async () => {
      const { raw_content: raw } = await client.value.get('/messages/{message_id}', { message_id: id });
      if (written.value !== undefined) return;
      written.value = raw;
      text.value = raw;
      requestAnimationFrame(() => field.current?.scrollIntoView({ block: 'nearest' }));
    });
  };
  // Before the next key, which is no shortcut any more. A form that is scrolled into sight again leaves the focus where it is.
  useLayoutEffect(() => {
    const row = own.current?.closest('.message');
    if (!isLoaded || row?.contains(document.activeElement)) field.current?.focus({ preventScroll: true });
    if (!isLoaded) load();
    return () => keepIfDeleted(message, edit);
  }, [id]);

  const named = topic.value?.trim() ?? subject;
  const close = (): void => {
    endEdits([id]);
    // The focus stays at the message, unless the user has moved it elsewhere.
    const { current: form } = own;
    if (form?.contains(document.activeElement)) form.closest<HTMLElement>('.message')?.focus();
    if (editing.value === id) editing.value = undefined;
  };
  const save = async (): Promise<void> => {
    const isChanged = written.value !== undefined && text.value !== written.value;
    const content = isChanged ? text.value : undefined;
    const moved = named === subject ? undefined : named;
    if (content === undefined && moved === undefined) return close();
    await attempt(async () => {
      const toTopic = moved === undefined ? {} : { topic: moved, propagate_mode: reach.value };
      const toText = content === undefined ? {} : { content };
      await client.value.patch('/messages/{message_id}', { message_id: id, ...toText, ...toTopic });
      close();
    });
  };

  return (
    <form
      ref={own}
      class="edit"
      onSubmit={() => void save()}
      onKeyDown={(event) => {
        if (isOfInputMethod(event)) return;
        if (event.key === 'Escape') {
          event.stopPropagation();
          close();
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
          own.current?.querySelector<HTMLElement>('[type=submit]')?.click();
      }}
    >
      <textarea
        ref={field}
        aria-label="The message"
        rows={Math.min(14, Math.max(2, text.value.split('\n').length))}
        readOnly={!isLoaded}
        aria-busy={!isLoaded}
        placeholder={isLoaded ? '' : 'Loading the text…'}
        {...bound(text)}
      />
      {type === 'stream' && (
        <p class="edit-topic">
          <label>
            Topic{' '}
            <input
              dir="auto"
              value={topic.value ?? subject}
              maxLength={60}
              onInput={(event) => {
                topic.value = event.currentTarget.value;
              }}
            />
          </label>
          {named !== subject && (
            <select aria-label="Which messages move" {...bound(reach)}>
              <option value="change_one">this message only</option>
              <option value="change_later">this and later ones</option>
              <option value="change_all">the whole topic</option>
            </select>
          )}
        </p>
      )}
      <Trouble words={trouble.value}>
        {!isLoaded && (
          <Button
            label="Try again"
            onClick={() => {
              field.current?.focus();
              load();
            }}
          />
        )}
      </Trouble>
      <p class="edit-acts">
        <Button label="Save" type="submit" class="primary" aria-disabled={isLoaded && isBusy.value} />
        <Button label="Cancel" onClick={close} />
        <span class="hint">Every version is kept.</span>
      </p>
    </form>
  );
}
