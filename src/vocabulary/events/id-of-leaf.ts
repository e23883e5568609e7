import type { EventId } from '../ids.ts';
import type { KeptLeaf } from './leaf.ts';

/** The event of a leaf of either version. */
export const idOfLeaf = (leaf: KeptLeaf): EventId => ('v' in leaf ? leaf.id : leaf.eventId);
