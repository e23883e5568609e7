/** Rules of push sinks: which events they may get, and at which addresses. */
import { z } from 'zod';
import { limits } from '../../src/vocabulary/limits.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { actionsNamed } from '../../src/vocabulary/trail/table.ts';

export const SinkUrl = z.url({ protocol: /^https?$/ }).max(limits.urlLengthMax);

export const sinkRefusals = [
  'sink-url-with-password',
  'sink-of-nothing',
  'sink-actions-too-many',
  'sink-action-unknown',
] as const;

/** Absent fields are not checked. */
export function sinkRefusal({
  url,
  actions,
}: {
  readonly url?: string | undefined;
  readonly actions?: readonly string[] | null | undefined;
}): RefusalIn<typeof sinkRefusals> | undefined {
  const { username, password } = new URL(url ?? 'https://example.com');
  if (username !== '' || password !== '') return { code: 'sink-url-with-password' };
  if (!actions) return undefined;
  if (actions.length === 0) return { code: 'sink-of-nothing' };
  if (actions.length > limits.trailActionsMax) return { code: 'sink-actions-too-many', max: limits.trailActionsMax };
  const unknown = actions.find((action) => actionsNamed(action).length === 0);
  return unknown === undefined ? undefined : { code: 'sink-action-unknown', action: unknown };
}
