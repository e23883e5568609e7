/** The name and the description of a user group. */
import type { Signal } from '@preact/signals';
import { bound } from '../view/fields.tsx';
import { Field } from './field.tsx';

/** What errors of the server say about them. */
export const aboutGroup = {
  name: /^(name |Invalid name|User group ')/,
  description: /^description /,
};

export const GroupFields = (props: {
  readonly name: Signal<string>;
  readonly description: Signal<string>;
  readonly troubleOf: (field: keyof typeof aboutGroup) => string;
}) => (
  <>
    <Field
      label="Name"
      hint="In a message it is written @*name*."
      trouble={props.troubleOf('name')}
      input={(described) => <input required autocomplete="off" {...described} {...bound(props.name)} />}
    />
    <Field
      label="Description"
      trouble={props.troubleOf('description')}
      input={(described) => <input autocomplete="off" {...described} {...bound(props.description)} />}
    />
  </>
);
