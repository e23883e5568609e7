/** All suites. */
import type { Suite } from '../ratio.ts';
import { demanding } from './demanding.ts';
import { fanningOut } from './fanning-out.ts';
import { finding } from './finding.ts';
import { flushing } from './flushing.ts';
import { growing } from './growing.ts';
import { holding } from './holding.ts';
import { initialState } from './initial-state.ts';
import { listing } from './listing.ts';
import { lookingBack } from './looking-back.ts';
import { reading } from './reading.ts';
import { registering } from './registering.ts';
import { replaying } from './replaying.ts';
import { retaining } from './retaining.ts';
import { sealing } from './sealing.ts';
import { searching } from './searching.ts';
import { sending } from './sending.ts';
import { sendingOnEventStore } from './sending-on-event-store.ts';
import { stalledSink } from './stalled-sink.ts';
import { verifying } from './verifying.ts';

/** If VERBATIM_EVENT_LOG names an EventStoreDB, sending is also measured on it. Everything else runs on the embedded stores. */
const eventStore = /^(esdb|kurrentdb)/.test(process.env.VERBATIM_EVENT_LOG ?? '') ? [sendingOnEventStore] : [];

export const suites: readonly Suite[] = [
  sending,
  flushing,
  fanningOut,
  registering,
  holding,
  demanding,
  reading,
  searching,
  listing,
  initialState,
  replaying,
  growing,
  verifying,
  sealing,
  retaining,
  stalledSink,
  finding,
  lookingBack,
  ...eventStore,
];
