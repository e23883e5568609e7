/** The form that sends messages: destination, text and preview. */
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { client } from '../api/connection.ts';
import { fetched } from '../api/fetched.ts';
import { goToAddress } from '../api/looking.ts';
import { Html } from '../html/html.tsx';
import { fragmentOf, ofPlace } from '../model/narrow.ts';
import { isIn, refusalToWait, send } from '../model/sending.ts';
import { messageSent, stopped, typed } from '../model/typing.ts';
import { addTo, draft, focusAsked, held, keyOfPlace, place, topic } from './compose-state.ts';
import { Button, isOfInputMethod, setTo } from './fields.tsx';
import { IconButton } from './icons.tsx';
import { PlaceFields, placeWords } from './place-fields.tsx';
import { address } from './route.ts';
import { isTyping } from './selection.ts';
import { type Suggestion, suggestionsFor, wordAt } from './suggest.ts';
import { attemptShown, showToast } from './toast.tsx';
import { TypingNotice } from './typing-notice.tsx';

export function Compose() {
  const field = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  /** The position of the cursor after an insertion is drawn. */
  const cursor = useRef<number | undefined>(undefined);
  const preview = useSignal<string | undefined>(undefined);
  /** The beginning of a name at the cursor. */
  const word = useSignal('');
  const suggestions = useComputed(() => suggestionsFor(word.value));
  const chosen = useSignal(0);
  const to = place.value;

  useEffect(
    () =>
      focusAsked.subscribe((isAsked) => {
        if (isAsked) field.current?.focus();
        focusAsked.value = false;
      }),
    [],
  );
  // This runs before anything can be typed into the fields of the new place.
  useLayoutEffect(() => {
    preview.value = undefined;
  }, [to]);
  // Leaving the conversation ends the notice of typing.
  useLayoutEffect(() => stopped, [to]);
  const text = draft.value;
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(element.scrollHeight + 2, 260)}px`;
  }, [text, preview.value === undefined]);

  const suggest = (): void => {
    const element = field.current;
    const found = element && wordAt(element.value, element.selectionStart);
    word.value = found?.word ?? '';
    chosen.value = 0;
  };

  const insert = (added: string, from?: number): void => {
    const element = field.current;
    const end = element?.selectionStart ?? draft.value.length;
    const start = from ?? end;
    draft.value = draft.value.slice(0, start) + added + draft.value.slice(end);
    word.value = '';
    cursor.current = start + added.length;
  };
  // What is added below the text that is being typed leaves the cursor where it is.
  const typing = document.activeElement === field.current ? field.current : null;
  if (typing?.value && text !== typing.value && text.startsWith(typing.value)) cursor.current ??= typing.selectionStart;
  // This runs before the next key, so that typed text follows the insertion.
  useLayoutEffect(() => {
    const { current: at } = cursor;
    if (at === undefined) return;
    cursor.current = undefined;
    field.current?.setSelectionRange(at, at);
    // A file may have been uploaded while its writer types elsewhere.
    if (!isTyping(document.activeElement)) field.current?.focus();
  });

  const accept = (one: Suggestion | undefined): void => {
    const element = field.current;
    const found = element && wordAt(element.value, element.selectionStart);
    if (one && found) insert(one.text, found.from);
  };

  const submit = (): void => {
    const content = draft.value.trim() === '' ? '' : draft.value;
    if (content === '') return;
    if (!to) {
      showToast('A message needs a stream or a person.');
      document.querySelector<HTMLInputElement>('.compose-place input')?.focus();
      return;
    }
    if (to.kind === 'stream' && topic.value.trim() === '') {
      showToast('A message in a stream needs a topic.');
      document.querySelector<HTMLInputElement>('.compose-place [aria-label=Topic]')?.focus();
      return;
    }
    const whole =
      to.kind === 'stream' ? { kind: 'topic' as const, streamId: to.streamId, topic: topic.value.trim() } : to;
    const refusal = refusalToWait(content);
    if (refusal !== undefined) {
      showToast(refusal);
      return;
    }
    draft.value = '';
    topic.value = '';
    preview.value = undefined;
    messageSent();
    // The button that was pressed is disabled now.
    field.current?.focus();
    void send(whole, content);
    // The conversation of the message is shown, unless it is shown already.
    if (to.kind === 'stream' || !isIn(address.value ?? [], whole) || !address.value)
      goToAddress(fragmentOf(ofPlace(whole)));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (isOfInputMethod(event)) return;
    const count = suggestions.value.length;
    if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      chosen.value = (chosen.value + (event.key === 'ArrowDown' ? 1 : count - 1)) % count;
      event.preventDefault();
    } else if (count > 0 && (event.key === 'Enter' || event.key === 'Tab')) {
      accept(suggestions.value[chosen.value]);
      event.preventDefault();
    } else if (event.key === 'Escape') {
      if (count > 0) word.value = '';
      else field.current?.blur();
      event.stopPropagation();
    } else if (event.key === 'Enter' && !event.shiftKey && (event.ctrlKey || !isTouched())) {
      event.preventDefault();
      submit();
    }
  };

  const showPreview = async (): Promise<void> => {
    if (preview.value !== undefined) {
      preview.value = undefined;
      return;
    }
    const { value: content } = draft;
    await attemptShown(async () => {
      const { rendered } = await client.value.post('/messages/render', { content });
      // The text may have been sent meanwhile.
      if (draft.value === content) preview.value = rendered;
    });
  };

  const attach = async (files: FileList | null | undefined): Promise<void> => {
    const own = { place: to };
    held.add(own);
    // A copy: the list of the browser is empty as soon as other files may be chosen.
    for (const one of [...(files ?? [])]) {
      showToast(`Uploading ${one.name}…`, uploadMaxMs);
      await attemptShown(async () => {
        const link = `[${one.name.replace(/[[\]]/g, '')}](${await upload(one)}) `;
        // Another conversation may have been opened meanwhile.
        if (keyOfPlace(place.value) === keyOfPlace(own.place)) insert(link);
        else addTo(own.place, link);
      }, `${one.name} has been uploaded.`);
    }
    held.delete(own);
  };

  // Files may be dropped anywhere. Otherwise the browser would leave the page to show them.
  useEffect(() => {
    const allow = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      allow(event);
      void attach(event.dataTransfer?.files);
    };
    document.addEventListener('dragover', allow);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', allow);
      document.removeEventListener('drop', drop);
    };
  });

  return (
    <form class="compose" aria-label="Write a message" onSubmit={() => submit()}>
      <TypingNotice />
      <PlaceFields />
      {suggestions.value.length > 0 && (
        <div class="suggestions" role="listbox" id="suggestions" aria-label="Suggestions">
          {suggestions.value.map((one, index) => (
            <button
              type="button"
              role="option"
              tabIndex={-1}
              id={`suggestion-${index}`}
              key={one.text}
              aria-selected={index === chosen.value}
              onMouseDown={(event) => {
                event.preventDefault();
                accept(one);
              }}
            >
              {one.picture && <img class="emoji" src={one.picture} alt="" />} {one.shown} <small>{one.detail}</small>
            </button>
          ))}
        </div>
      )}
      {preview.value !== undefined && (
        <div class="preview">
          <Html html={preview.value} />
        </div>
      )}
      <textarea
        ref={field}
        hidden={preview.value !== undefined}
        rows={1}
        dir="auto"
        placeholder={to ? `Message ${placeWords(to)}` : 'Choose a stream or a person, then write'}
        aria-label={to ? `Message ${placeWords(to)}` : 'The message'}
        aria-controls={suggestions.value.length > 0 ? 'suggestions' : undefined}
        aria-activedescendant={suggestions.value.length > 0 ? `suggestion-${chosen.value}` : undefined}
        aria-autocomplete="list"
        value={text}
        onInput={(event) => {
          draft.value = event.currentTarget.value;
          if (to?.kind === 'people' && draft.value.trim() !== '') typed(to.ids);
          suggest();
        }}
        onKeyDown={onKeyDown}
        onBlur={setTo(word, '')}
        onPaste={(event) => {
          const { files, types = [] } = event.clipboardData ?? {};
          // Programs also offer copied formatted text, and cells of a table, as a picture.
          if (!files?.length || (types.includes('text/plain') && types.includes('text/html'))) return;
          event.preventDefault();
          void attach(files);
        }}
      />
      <div class="compose-acts">
        <input
          ref={file}
          type="file"
          hidden
          multiple
          onChange={(event) => {
            void attach(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
        <IconButton icon="attach" label="Attach a file" onClick={() => file.current?.click()} />
        <IconButton icon="eye" label="Preview" pressed={preview.value !== undefined} onClick={showPreview} />
        <span class="hint">
          <kbd>Enter</kbd> sends, <kbd>Shift</kbd> <kbd>Enter</kbd> starts a new line
        </span>
        <Button label="Send" type="submit" class="primary send" disabled={text.trim() === '' || !to} />
      </div>
    </form>
  );
}

/** How long it is said that a file is being uploaded, unless something else is said before. */
const uploadMaxMs = 600_000;

/** Whether the visitor has a touch screen, whose keyboard has no Shift+Enter for a new line. */
const isTouched = (): boolean => matchMedia('(hover: none)').matches;

/** Returns the address of the file, for a link in a message. */
async function upload(file: File): Promise<string> {
  const body = new FormData();
  body.set('file', file);
  const answer = (await (await fetched('/user_uploads', { method: 'POST', body })).json()) as { readonly uri: string };
  return answer.uri;
}
