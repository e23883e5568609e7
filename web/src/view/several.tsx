/** A field that chooses several people or streams: each chosen one has a button that removes it. */
import { type Signal, useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { Button, isOfInputMethod } from './fields.tsx';
import { isPicked, Offered, optionMeant, optionNamed } from './named-field.tsx';

/** The signal holds the chosen ids. The options are offered in their order. */
export function Several(props: {
  readonly label: string;
  readonly chosen: Signal<readonly number[]>;
  readonly options: readonly (readonly [id: number, words: string])[];
}) {
  const { label, chosen, options } = props;
  const [id, list] = [useId(), useId()];
  const field = useRef<HTMLInputElement>(null);
  const text = useSignal('');
  const ids = new Set(chosen.value);
  const [taken, left] = [options.filter(([one]) => ids.has(one)), options.filter(([one]) => !ids.has(one))];
  /** Adds what the field names. What is not known stays in it, and holds back the form. */
  const add = (element: HTMLInputElement, find = optionNamed<(typeof left)[number]>): void => {
    const found = find(element.value, left);
    const isUnknown = found === undefined && element.value.trim() !== '';
    element.setCustomValidity(isUnknown ? 'This name is not known. Enter a name from the list.' : '');
    text.value = isUnknown ? element.value : '';
    if (found) chosen.value = [...chosen.value, found[0]];
  };
  return (
    <div class="several">
      <label for={id}>{label}</label>
      <ul aria-label={`${label}: chosen`}>
        {taken.map(([one, words]) => (
          <li key={one}>
            {words}
            <Button
              label="×"
              class="quiet"
              aria-label={`Remove ${words}`}
              onClick={() => {
                chosen.value = chosen.value.filter((other) => other !== one);
                field.current?.focus();
              }}
            />
          </li>
        ))}
      </ul>
      <input
        ref={field}
        id={id}
        list={list}
        dir="auto"
        autocomplete="off"
        placeholder="Add by name"
        value={text.value}
        onInput={(event) => {
          const { currentTarget: element } = event;
          text.value = element.value;
          element.setCustomValidity('');
          if (isPicked(event) && optionNamed(element.value, left)) add(element);
        }}
        onChange={({ currentTarget }) => add(currentTarget)}
        onKeyDown={(event) => {
          if (!['Enter', 'Tab'].includes(event.key) || isOfInputMethod(event) || text.value.trim() === '') return;
          add(event.currentTarget, optionMeant);
          if (event.key === 'Tab') return;
          event.preventDefault();
          event.currentTarget.reportValidity();
        }}
      />
      <Offered id={list} options={left} text={text.value} />
    </div>
  );
}
