/** The reason of an auditor. It is never filled in beforehand, and stays visible while it is used: it is recorded with each access. */
import { signal } from '@preact/signals';
import { bound } from '../view/fields.tsx';

export const reason = signal('');

export const ReasonBar = () => (
  <label class={`reason ${reason.value.trim() ? 'is-given' : ''}`}>
    <b>Reason</b>
    <input maxLength={500} placeholder="Why you need access: it is recorded with each access" {...bound(reason)} />
  </label>
);

/** The reason as a parameter of a request. */
export const given = (): { readonly reason?: string } => (reason.value.trim() ? { reason: reason.value.trim() } : {});
