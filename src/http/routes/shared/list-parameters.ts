/** The parameters of lists in the audit API. */
import { z } from 'zod';
import { limits } from '../../../vocabulary/limits.ts';
import { described } from '../../openapi/described.ts';
import { integer } from '../../request/parameters.ts';

export const listParameters = {
  cursor: described(
    integer(z.int().nonnegative()).optional(),
    'Where the list continues: the `next_cursor` of the previous page.',
    100,
  ),
  limit: described(integer(z.int().min(1).max(limits.auditListMax)).optional(), 'How many, 100 if absent.', 100),
};

/** A page of a list in memory that is ordered by id: the rows with ids above `cursor`. */
export function pageOf<R>(
  list: readonly R[],
  idOf: (row: R) => number,
  { cursor = 0, limit = 100 }: { readonly cursor?: number | undefined; readonly limit?: number | undefined },
): { readonly page: R[]; readonly next_cursor: number | null } {
  const after = list.filter((row) => idOf(row) > cursor);
  const page = after.slice(0, limit);
  const last = page.at(-1);
  return { page, next_cursor: last && after.length > limit ? idOf(last) : null };
}
