/** The reason of an auditor. It is never filled in beforehand, and stays visible while it is used: it is recorded with each access. */
import { computed, signal } from '@preact/signals';
import { isAuditor } from '../model/organization.ts';
import { Button, bound } from '../view/fields.tsx';

export const reason = signal('');
export const hasReason = computed(() => reason.value.trim() !== '');

export const ReasonBar = () => (
  <label class={`reason ${hasReason.value ? 'is-given' : ''}`}>
    <b>Reason</b>
    <input maxLength={500} placeholder="Why you need access: it is recorded with each access" {...bound(reason)} />
  </label>
);

/** For auditors: a button that shows what people wrote. */
export const ShowWritten = ({ show }: { readonly show: () => void }) =>
  isAuditor.value ? (
    <>
      <ReasonBar />
      <p class="acts-line">
        <Button label="Show what was written" disabled={!hasReason.value} onClick={show} />
      </p>
    </>
  ) : null;

/** The reason as a parameter of a request. */
export const given = (): { readonly reason?: string } => (hasReason.value ? { reason: reason.value.trim() } : {});
