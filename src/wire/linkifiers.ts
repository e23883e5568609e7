/** Linkifiers in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { Linkifier } from '../vocabulary/linkifiers.ts';

export const LinkifierRow = z
  .tuple([z.string(), z.string(), z.int()])
  .meta({ id: 'Linkifier', description: 'Its pattern, the address that matches link to, and its id.' });

/** In the order in which they were created: if two match, the earlier one is used. */
export const linkifierRows = (linkifiers: readonly Linkifier[]): DeepReadonly<z.infer<typeof LinkifierRow>>[] =>
  linkifiers.map(({ pattern, urlFormat, id }) => [pattern, urlFormat, id]);
