/** The actions of the trail and what they are called in words. */
import { signal } from '@preact/signals';
import { client } from '../../api/connection.ts';
import type { Action } from './filter-form.tsx';

export const actions = signal<readonly Action[]>([]);

/** Asked for once: it does not change while the server runs. */
export async function loadActions(): Promise<void> {
  if (actions.peek().length > 0) return;
  ({ actions: actions.value } = await client.value.get('/audit/actions'));
}

/** The description of an action with a small first letter, to follow a name. */
export function sayAction(action: string): string {
  const found = actions.value.find((one) => one.action === action)?.description;
  return found === undefined ? action : `· ${found}`;
}
