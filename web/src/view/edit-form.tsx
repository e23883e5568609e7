import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client, wordsOf } from '../api/connection.ts';
import type { Listed } from '../api/types.ts';
import { Trouble } from './fields.tsx';
import { editing } from './selection.ts';

/** A form that edits the Markdown text of a message, and its topic. */
export function EditForm({ message }: { readonly message: Listed }) {
  const { id, type, subject } = message;
  const written = useSignal<string | undefined>(undefined);
  const text = useSignal('');
  const topic = useSignal(subject);
  const reach = useSignal<'change_one' | 'change_later' | 'change_all'>('change_one');
  const trouble = useSignal('');
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    void client.value.get('/messages/{message_id}', { message_id: id }).then(
      ({ raw_content: raw }) => {
        written.value = raw;
        text.value = raw;
      },
      (error: unknown) => {
        trouble.value = wordsOf(error);
      },
    );
  }, [id]);
  useEffect(() => {
    if (written.value !== undefined) field.current?.focus();
  }, [written.value === undefined]);

  const close = (): void => {
    editing.value = undefined;
  };
  const save = async (): Promise<void> => {
    const content = text.value === written.value ? undefined : text.value;
    const moved = topic.value.trim() === subject ? undefined : topic.value.trim();
    if (content === undefined && moved === undefined) return close();
    try {
      const toTopic = moved === undefined ? {} : { topic: moved, propagate_mode: reach.value };
      const toText = content === undefined ? {} : { content };
      await client.value.patch('/messages/{message_id}', { message_id: id, ...toText, ...toTopic });
      close();
    } catch (error) {
      trouble.value = wordsOf(error);
    }
  };

  return (
    <form
      class="edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          close();
        } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
      }}
    >
      <textarea
        ref={field}
        aria-label="The message"
        rows={Math.min(14, Math.max(2, text.value.split('\n').length))}
        value={text.value}
        disabled={written.value === undefined}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      {type === 'stream' && (
        <p class="edit-topic">
          <label>
            Topic{' '}
            <input
              value={topic.value}
              maxLength={60}
              onInput={(event) => {
                topic.value = event.currentTarget.value;
              }}
            />
          </label>
          {topic.value.trim() !== subject && (
            <select
              aria-label="Which messages move"
              value={reach.value}
              onChange={(event) => {
                reach.value = event.currentTarget.value as typeof reach.value;
              }}
            >
              <option value="change_one">this message only</option>
              <option value="change_later">this and later ones</option>
              <option value="change_all">the whole topic</option>
            </select>
          )}
        </p>
      )}
      <Trouble words={trouble.value} />
      <p class="edit-acts">
        <button type="submit" class="primary">
          Save
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
        <span class="hint">Every version is kept.</span>
      </p>
    </form>
  );
}
