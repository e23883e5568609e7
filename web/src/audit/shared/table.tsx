import type { ComponentChildren } from 'preact';

/** Where there is little room each row is a list: a cell stands below the name of its column, which the style sheet takes from the properties. */
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
