/** The order of lists in a registration: streams by name without regard to case, people by id, subscribers by id. */
import { type ClientState, changed, type Row } from './client-state.ts';

const byName = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed', 'realm_default_streams'];
const byId = ['realm_users', 'realm_non_active_users', 'cross_realm_bots', 'realm_bots'];

export const inOrder = (state: ClientState): ClientState => ({
  ...state,
  ...changed(state, byName, (list) => list.map(withSubscribersInOrder).sort((a, b) => compareNames(a, b))),
  ...changed(state, byId, (list) => [...list].sort((a, b) => Number(a.user_id) - Number(b.user_id))),
});

function withSubscribersInOrder(row: Row): Row {
  const { subscribers } = row as { subscribers?: readonly number[] };
  return subscribers ? { ...row, subscribers: subscribers.toSorted((a, b) => a - b) } : row;
}

const compareNames = (a: Row, b: Row): number => Buffer.compare(folded(a), folded(b));

const folded = ({ name }: Row): Buffer => Buffer.from(String(name).toLowerCase());
