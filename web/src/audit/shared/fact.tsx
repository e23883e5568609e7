import type { ComponentChildren } from 'preact';

/** A line of a list of facts. Renders nothing if the fact is not known. */
export const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) =>
  children === null || children === undefined || children === '' ? null : (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
