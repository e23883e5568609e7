/** The parameters of lists of the audit API. */
import { z } from 'zod';
import { described } from '../../openapi/described.ts';
import { integer } from '../../request/parameters.ts';

export const listParameters = (limitMax: number) => ({
  cursor: described(
    integer(z.int().nonnegative()).optional(),
    'Where the list goes on: the `next_cursor` of the page before.',
    100,
  ),
  limit: described(integer(z.int().min(1).max(limitMax)).optional(), `How many, 100 if absent.`, 100),
});
