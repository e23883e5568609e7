/** Stores that count their calls. Tests compare counts instead of times, because times depend on the machine. */
import type { EventLog } from '../../src/ports/event-log.ts';
import type { ReadStore, ReadView } from '../../src/ports/read-store.ts';
import { partsOf } from '../../src/vocabulary/log-streams.ts';

export type Counts = {
  appended: number;
  streamsRead: number;
  eventsRead: number;
  documentsRead: number;
  scans: number;
  entriesRead: number;
  written: number;
};

export const noCounts = (): Counts => ({
  appended: 0,
  streamsRead: 0,
  eventsRead: 0,
  documentsRead: 0,
  scans: 0,
  entriesRead: 0,
  written: 0,
});

/** Functions that are not counted are those of the log. */
export const countingLog = (log: EventLog, counts: Counts): EventLog => ({
  ...log,
  append(stream, events, expected) {
    counts.appended += events.length;
    return log.append(stream, events, expected);
  },
  async readStream(stream, options) {
    const events = await log.readStream(stream, options);
    counts.streamsRead += 1;
    counts.eventsRead += events.length;
    return events;
  },
});

/** Counts the appends, without those of the ledger, which seals events up to a second after they were appended. */
export const countingAppends = (log: EventLog, counts: Pick<Counts, 'appended'>): EventLog => ({
  ...log,
  append(stream, events, expected) {
    if (partsOf(stream)?.kind !== 'ledger') counts.appended += events.length;
    return log.append(stream, events, expected);
  },
});

export const countingStore = (store: ReadStore, counts: Counts): ReadStore => ({
  ...store,
  snapshot: (body) => store.snapshot((view) => body(countingView(view, counts))),
  commit(writes, checkpoint, lease) {
    counts.written += writes.length;
    return store.commit(writes, checkpoint, lease);
  },
});

const countingView = (view: ReadView, counts: Counts): ReadView => {
  const scanned = <T>(found: T[]): T[] => {
    counts.scans += 1;
    counts.entriesRead += found.length;
    return found;
  };
  return {
    checkpoint: view.checkpoint,
    get(model, id) {
      counts.documentsRead += 1;
      return view.get(model, id);
    },
    getMany(model, ids) {
      counts.documentsRead += ids.length;
      return view.getMany(model, ids);
    },
    scan: async (model, index, range) => scanned(await view.scan(model, index, range)),
    scanKeys: async (model, index, range) => scanned(await view.scanKeys(model, index, range)),
    async count(model, index, range) {
      const entries = await view.count(model, index, range);
      counts.scans += 1;
      counts.entriesRead += entries;
      return entries;
    },
    everything: (model, after, limit) => view.everything(model, after, limit),
  };
};
