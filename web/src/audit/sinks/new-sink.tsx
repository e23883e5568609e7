import { useSignal } from '@preact/signals';
import type { Api } from 'verbatim/client';
import { bound } from '../../view/fields.tsx';

export type AskedSink = Api['POST /audit/sinks']['parameters'];

const actionsIn = (text: string): readonly string[] => text.split(/[\s,]+/).filter(Boolean);

export function NewSink(props: { readonly isReady: boolean; readonly add: (asked: AskedSink) => Promise<boolean> }) {
  const url = useSignal('');
  const actions = useSignal('');
  const format = useSignal<AskedSink['format']>('cloudevents');
  return (
    <form
      class="inline new-hold"
      onSubmit={async (event) => {
        event.preventDefault();
        const chosen = actionsIn(actions.value);
        const asked = { url: url.value, format: format.value, actions: chosen.length > 0 ? chosen : null };
        if (await props.add(asked)) url.value = '';
      }}
    >
      <h3>Add a sink</h3>
      <label>
        Address
        <input type="url" required placeholder="https://siem.example.com/verbatim" {...bound(url)} />
      </label>
      <label>
        Format
        <select
          value={format.value}
          onChange={({ currentTarget }) => {
            format.value = currentTarget.value as AskedSink['format'];
          }}
        >
          <option value="cloudevents">CloudEvents</option>
          <option value="ocsf">OCSF</option>
        </select>
      </label>
      <label>
        Actions
        <input placeholder="all; or sign_in. message.deleted" {...bound(actions)} />
      </label>
      <button type="submit" class="primary" disabled={!props.isReady}>
        Add
      </button>
    </form>
  );
}
