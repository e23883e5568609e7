/** What a client of the tests keeps, and how its lists are changed (`client-model.ts`). */

/** A JSON object whose fields nobody checked. */
export type Row = Readonly<Record<string, unknown>>;
export type ClientState = Readonly<Record<string, unknown>>;

/** What a client knows about itself: who it is, and what it asked for when it registered. */
export type Self = { readonly userId: number; readonly includeSubscribers: boolean };

/** What an event changes of the state. */
export type Applies = (state: ClientState, event: Row, self: Self) => ClientState;

/** A list of the state; a client that did not ask for it has none, and keeps none. */
export const rows = (state: ClientState, key: string): Row[] | undefined => state[key] as Row[] | undefined;

/** The state's lists of those keys, changed; lists that the client does not keep are left out. */
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
