/** The fields of a sink: address, format and actions. */
import { type Signal, useSignal } from '@preact/signals';
import type { Api } from 'verbatim/client';
import { bound, Choice, LabelledInput } from '../../view/fields.tsx';

/** The values that the form asks for. */
export type SinkWish = {
  readonly url: string;
  readonly format: NonNullable<Api['POST /audit/sinks']['parameters']['format']>;
  readonly actions: readonly string[] | null;
};

type Fields = {
  readonly url: Signal<string>;
  readonly actions: Signal<string>;
  readonly format: Signal<SinkWish['format']>;
};

export function useSinkFields({ url, format, actions }: SinkWish): Fields {
  return { url: useSignal(url), actions: useSignal(actions?.join(' ') ?? ''), format: useSignal(format) };
}

/** An empty field stands for all actions. */
export function wishOf({ url, actions, format }: Fields): SinkWish {
  const chosen = actions.value.split(/[\s,]+/).filter(Boolean);
  return { url: url.value.trim(), format: format.value, actions: chosen.length > 0 ? chosen : null };
}

/** Only the fields that differ. */
export function changesOf(was: SinkWish, wanted: SinkWish): Partial<SinkWish> {
  const sent = (actions: SinkWish['actions']): string => JSON.stringify(actions);
  return {
    ...(wanted.url !== was.url && { url: wanted.url }),
    ...(wanted.format !== was.format && { format: wanted.format }),
    ...(sent(wanted.actions) !== sent(was.actions) && { actions: wanted.actions }),
  };
}

export const SinkFields = ({ fields: { url, actions, format } }: { readonly fields: Fields }) => (
  <>
    <label class="field-of-address">
      Address
      <input type="url" required placeholder="https://siem.example.com/verbatim" {...bound(url)} />
    </label>
    <Choice label="Format" chosen={format} options={{ cloudevents: 'CloudEvents', ocsf: 'OCSF' }} />
    <LabelledInput label="Actions" placeholder="empty for all, or: sign_in. message.deleted" text={actions} />
  </>
);
