/** Why an auditor looks. It is asked for, never filled in beforehand, and shown for as long as it holds: it goes on record with each look. */
import { signal } from '@preact/signals';

export const reason = signal('');

export const ReasonBar = () => (
  <label class={`reason ${reason.value.trim() ? 'is-given' : ''}`}>
    <b>Reason</b>
    <input
      maxLength={500}
      placeholder="Why you look: it goes on record with each look"
      value={reason.value}
      onInput={(event) => {
        reason.value = event.currentTarget.value;
      }}
    />
  </label>
);

/** The reason as a parameter of a request. */
export const given = (): { readonly reason?: string } => (reason.value.trim() ? { reason: reason.value.trim() } : {});
