/** A form for a period of retention. It says what the period deletes, and saves it only then. */
import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { serverNow } from '../api/connection.ts';
import { Button, bound, Choice, setTo, Trouble } from '../view/fields.tsx';
import { Frame } from '../view/frame.tsx';
import { Field } from './field.tsx';
import { useNamedTrouble } from './named-trouble.ts';
import { effectOf, type Kept, keptWords } from './retention-words.ts';

/** The value that the API takes. */
export type Period = number | 'forever' | 'realm_default';

type Mode = 'days' | 'forever' | 'realm_default';
const daysMax = 36_500;

export function RetentionForm(props: {
  /** The messages, as the beginning of a sentence. */
  readonly what: string;
  /** The present period; null for that of the organization. */
  readonly kept: Kept | null;
  /** The period of the organization, if it may be chosen. */
  readonly inherited?: Kept;
  readonly save: (period: Period) => Promise<unknown>;
}) {
  const { what, kept, inherited, save } = props;
  const mode = useSignal<Mode>('forever');
  const days = useSignal('');
  // The form stays after saving, so that it keeps the focus. Its fields follow the saved period.
  useLayoutEffect(() => {
    mode.value = kept === null ? 'realm_default' : kept > 0 ? 'days' : 'forever';
    days.value = kept !== null && kept > 0 ? String(kept) : '';
  }, [kept]);
  const isAsking = useSignal(false);
  const { troubleOf, isBusy, attempt } = useNamedTrouble({ days: /message_retention_days/ });
  const chosen: Kept = mode.value === 'days' ? Number(days.value) : mode.value === 'forever' ? -1 : (inherited ?? -1);
  const confirmed = async (): Promise<void> => {
    isAsking.value = false;
    await attempt(() => save(mode.value === 'days' ? Number(days.value) : mode.value));
  };
  const options: Readonly<Record<string, string>> = {
    ...(inherited !== undefined && { realm_default: `as the organization says (${keptWords(inherited)})` }),
    forever: 'for ever',
    days: 'for a number of days',
  };
  return (
    <form class="inline" onSubmit={setTo(isAsking, true)}>
      <div class="named">
        <Choice label="Keep messages" chosen={mode} options={options as Readonly<Record<Mode, string>>} />
      </div>
      {mode.value === 'days' && (
        <Field
          label="Days"
          trouble={troubleOf('days')}
          input={(described) => (
            <input type="number" required min={1} max={daysMax} step={1} {...described} {...bound(days)} />
          )}
        />
      )}
      <Button label="Save…" type="submit" class="primary" aria-disabled={isBusy.value} />
      <Trouble words={troubleOf()} />
      {isAsking.value && (
        <Frame title={`Keep messages ${keptWords(chosen)}?`} onClose={setTo(isAsking, false)}>
          {effectOf(what, chosen, serverNow()).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <p class="dialog-acts">
            <Button label="Save" class={chosen > 0 ? 'danger' : 'primary'} onClick={() => void confirmed()} />
            <Button label="Cancel" onClick={setTo(isAsking, false)} />
          </p>
        </Frame>
      )}
    </form>
  );
}
