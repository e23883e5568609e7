/** The leaf of an event that was decoded: of what is stored of it, not of how it is read today. */

import type { Recorded } from '../vocabulary/events/index.ts';
import type { Leaf } from '../vocabulary/events/leaf.ts';
import { leafOf as leafOfStored } from './leaf.ts';

export const leafOf = ({ id, stream, type, data, metadata, asStored }: Recorded): Leaf =>
  leafOfStored({ id, stream, metadata, ...(asStored ?? { type, data }) });
