import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Trouble } from '../view/fields.tsx';

type Described = { readonly id: string; readonly 'aria-invalid': boolean; readonly 'aria-describedby': string };

/** A field with its label, a hint, and the error about it. If there is an error, the field gets the focus. */
export function Field(props: {
  readonly label: string;
  readonly hint?: string;
  readonly trouble: string;
  readonly input: (described: Described) => ComponentChildren;
}) {
  const { label, hint, trouble, input } = props;
  const [id, about] = [useId(), useId()];
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (trouble) box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, [trouble]);
  return (
    <div ref={box} class="named">
      <label for={id}>{label}</label>
      {input({ id, 'aria-invalid': trouble !== '', 'aria-describedby': about })}
      <div id={about}>
        <Trouble words={trouble} />
        {hint && <small>{hint}</small>}
      </div>
    </div>
  );
}
