import type { ComponentChildren } from 'preact';

export const Table = (props: { readonly columns: readonly string[]; readonly children: ComponentChildren }) => (
  <table class="ledger">
    <thead>
      <tr>
        {props.columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{props.children}</tbody>
  </table>
);
