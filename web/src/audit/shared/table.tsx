import type { ComponentChildren } from 'preact';

/** On narrow screens each row is a list, in which a cell is below the name of its column. The style sheet reads the names from properties. */
export const Table = (props: { readonly columns: readonly string[]; readonly children: ComponentChildren }) => (
  <table
    class="ledger is-stacked"
    style={Object.fromEntries(props.columns.map((name, at) => [`--column-${at + 1}`, JSON.stringify(name)]))}
  >
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
