/** The actions of the trail and their descriptions. */
import { signal } from '@preact/signals';
import { client } from '../../api/connection.ts';
import type { Action } from './filter-form.tsx';

export const actions = signal<readonly Action[]>([]);

/** Fetches the actions once: they do not change while the server runs. */
export async function loadActions(): Promise<void> {
  if (actions.peek().length > 0) return;
  ({ actions: actions.value } = await client.value.get('/audit/actions'));
}

/** The description of an action, to be shown after a name. */
export function sayAction(action: string): string {
  const found = actions.value.find((one) => one.action === action)?.description;
  return found === undefined ? action : `· ${found}`;
}
