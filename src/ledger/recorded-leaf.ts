/** The leaf of a decoded event. It is made from the stored data, not from their current form. */
import type { Recorded } from '../vocabulary/events/index.ts';
import type { Leaf } from '../vocabulary/events/leaf.ts';
import { leafOf as leafOfStored } from './leaf.ts';

export const leafOf = ({ id, stream, type, data, metadata, asStored }: Recorded): Leaf =>
  leafOfStored({ id, stream, metadata, ...(asStored ?? { type, data }) });
