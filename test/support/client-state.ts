/** The state of the client model (`client-model.ts`), and functions that change its lists. */

/** A JSON object with unchecked fields. */
export type Row = Readonly<Record<string, unknown>>;
export type ClientState = Readonly<Record<string, unknown>>;

/** The user of the client, and what it requested at its registration. */
export type Self = { readonly userId: number; readonly includeSubscribers: boolean };

/** Returns the state after an event. */
export type Applies = (state: ClientState, event: Row, self: Self) => ClientState;

/** A list of the state; undefined if the client did not request it. */
export const rows = (state: ClientState, key: string): Row[] | undefined => state[key] as Row[] | undefined;

/** The lists under these keys after the change. Lists that the client does not keep are omitted. */
export function changed(state: ClientState, keys: readonly string[], how: (list: Row[]) => Row[]): ClientState {
  const changes = keys.flatMap((key) => {
    const list = rows(state, key);
    return list ? [[key, how(list)] as const] : [];
  });
  return Object.fromEntries(changes);
}

export const ids = (list: unknown, key: 'stream_id' | 'user_id'): Set<unknown> =>
  new Set((list as Row[]).map((row) => row[key]));
export const without = (list: Row[], gone: ReadonlySet<unknown>, key: 'stream_id' | 'user_id'): Row[] =>
  list.filter((row) => !gone.has(row[key]));
