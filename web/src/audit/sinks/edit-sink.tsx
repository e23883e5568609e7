import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../view/fields.tsx';
import { changesOf, SinkFields, type SinkWish, useSinkFields, wishOf } from './sink-fields.tsx';

/** A form that changes a sink. Its fields show the present values. */
export function EditSink(props: {
  readonly id: number;
  readonly sink: SinkWish;
  readonly isBusy: boolean;
  /** Saves the changed fields; resolves to whether it succeeded. */
  readonly save: (changes: Partial<SinkWish>) => Promise<boolean>;
  readonly close: () => void;
}) {
  const { id, sink, isBusy, save, close } = props;
  const fields = useSinkFields(sink);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <form
      ref={form}
      class="inline edit-sink"
      aria-label={`Edit sink ${id}`}
      onSubmit={async () => {
        const changes = changesOf(sink, wishOf(fields));
        // The service refuses a request without changes.
        if (Object.keys(changes).length === 0 || (await save(changes))) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <SinkFields fields={fields} />
      <Button label="Save" type="submit" class="primary" aria-disabled={isBusy} />
      <Button label="Cancel" onClick={close} />
      <p class="hint">Sending is tried at once. The sequence numbers continue, and the secret stays the same.</p>
    </form>
  );
}
