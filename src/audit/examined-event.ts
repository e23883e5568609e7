/** The data of an event that verification needs, small enough to be sent between threads. It includes the hash of its leaf. */
import { isOurs } from '../engine/follow/is-ours.ts';
import { leafHashTextOfStored } from '../ledger/leaf.ts';
import type { StoredEvent } from '../ports/event-log.ts';
import { recordedIn } from '../vocabulary/recorded-kinds.ts';
import { type Removal, removalIn } from './removal.ts';

export type ExaminedEvent = {
  /** Empty if it cannot be read. */
  readonly id: string;
  readonly position: number;
  readonly at: number;
  /** Whether the event is recorded for the organization. `other`: it is not, but may have been before somebody changed it. */
  readonly as: 'recorded' | 'other' | 'unrecorded';
  /** The hash of its leaf; undefined if it can have none. Or the event itself, which is hashed when its leaf is needed. */
  readonly leaf: string | StoredEvent | undefined;
  /** Its text is not that of an event. */
  readonly isUnreadable?: true;
  /** Present for a recorded event that says something about the removal of others. */
  readonly removal?: Removal;
  /** The event itself, if it belongs to the ledger. */
  readonly ledger?: EventOfLedger;
};

export type EventOfLedger = Pick<StoredEvent, 'type' | 'data' | 'metadata' | 'position'>;

export type Examination = {
  readonly realmId: number;
  /** Whether every leaf is hashed. False if verification begins later in the ledger, so that many hashes may not be needed. */
  readonly isHashed: boolean;
};

export function examine(event: StoredEvent, { realmId, isHashed }: Examination): ExaminedEvent {
  const { id, type, stream, position, metadata } = event;
  const isRecorded = isOurs(event) && recordedIn(event)?.includes(realmId) === true;
  // An event that may have been changed is compared with its leaf later. So are events about the server, which are few.
  const isOther = !isRecorded && (!isOurs(event) || stream.startsWith('server-'));
  const as = id === '' ? 'unrecorded' : isRecorded ? 'recorded' : isOther ? 'other' : 'unrecorded';
  const removal = as === 'recorded' ? removalIn(event) : undefined;
  // The data of an event that can have no leaf are parsed here alone.
  const isUnreadable = id === '' || type === '' || (as === 'unrecorded' && event.data === undefined);
  return {
    id,
    position,
    at: (metadata as { at?: number } | undefined)?.at ?? 0,
    as,
    leaf: as === 'unrecorded' ? undefined : isHashed ? leafHashOfStored(event) : event,
    ...(isUnreadable && { isUnreadable }),
    ...(removal && { removal }),
    ...(stream === `ledger-${realmId}.seals` && { ledger: { type, data: event.data, metadata, position } }),
  };
}

/** The function that the threads call, and its module. */
export const examinationModule = import.meta.url;
export const work = (events: readonly StoredEvent[], order: Examination): ExaminedEvent[] =>
  events.map((event) => examine(event, order));

export const leafHashIn = ({ leaf }: Pick<ExaminedEvent, 'leaf'>): string | undefined =>
  typeof leaf === 'object' ? leafHashOfStored(leaf) : leaf;

const leafHashOfStored = (event: StoredEvent): string | undefined =>
  isOurs(event) && isSaltWhole(event.metadata) ? leafHashTextOfStored(event) : undefined;

/** The number of characters in this service's salts. */
const saltLength = 43;
/** The only base64url text of 32 bytes that this service writes: the last two bits of its last character are zero. */
const wholeSalt = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/** The leaf commits to the bytes of the salt. Other texts decode to the same bytes, so that only the canonical text is accepted. */
function isSaltWhole(metadata: unknown): boolean {
  const { salt } = metadata as { readonly salt?: unknown };
  if (typeof salt !== 'string') return salt === undefined;
  return salt.length !== saltLength || wholeSalt.test(salt);
}
