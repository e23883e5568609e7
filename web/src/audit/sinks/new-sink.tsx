import { Button } from '../../view/fields.tsx';
import { SinkFields, type SinkWish, useSinkFields, wishOf } from './sink-fields.tsx';

export function NewSink(props: { readonly isReady: boolean; readonly add: (asked: SinkWish) => Promise<boolean> }) {
  const fields = useSinkFields({ url: '', format: 'cloudevents', actions: null });
  return (
    <form
      class="inline new-hold"
      onSubmit={async () => {
        if (await props.add(wishOf(fields))) fields.url.value = '';
      }}
    >
      <h3>Add a sink</h3>
      <SinkFields fields={fields} />
      <Button label="Add" type="submit" class="primary" aria-disabled={!props.isReady} />
    </form>
  );
}
