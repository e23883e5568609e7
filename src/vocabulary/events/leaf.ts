/** Leaves of the ledger: what it keeps of an event. A leaf contains no personal data, and none can be computed from it. */
import { z } from 'zod';
import { EventId, UserId } from '../ids.ts';

/** `commit`: the base64 of SHA-256 over the event's salt and its content (`src/ledger/leaf.ts`). */
export const Leaf = z.object({
  v: z.literal(2),
  id: EventId,
  stream: z.string(),
  /** The type as it is stored. */
  type: z.string(),
  schema: z.int(),
  at: z.int(),
  actor: UserId.nullable(),
  commit: z.string(),
});
export type Leaf = z.infer<typeof Leaf>;

/** Version 1, from before there was a ledger. The commitment covers only the payload. */
const EarlierLeaf = z.object({
  eventId: EventId,
  kind: z.string(),
  type: z.string(),
  at: z.int(),
  actor: UserId.nullable(),
  commitment: z.string(),
});

/** What an event stores of an event that it removes. */
export const KeptLeaf = z.union([Leaf, EarlierLeaf]);
export type KeptLeaf = z.infer<typeof KeptLeaf>;
