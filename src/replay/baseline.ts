/**
 * Baselines contain digests of every read model and of the client events at several events of a history. If a later version of the code
 * computes other digests from the same history, it has changed the meaning of that history.
 */
import { z } from 'zod';
import { ClientEventDigest, digestsIn } from './digests.ts';
import type { History } from './history.ts';
import { openedReplay, type ReplayOrder, type ReplayTools } from './opened-replay.ts';
import { ReplayRefused } from './survey.ts';

const Digest = z.object({ count: z.int(), sha256: z.string() });
const Mark = z.object({
  /** The newest event that is folded at this mark. */
  event: z.string(),
  models: z.record(z.string(), Digest),
  clientEvents: Digest,
});
export const Baseline = z.object({ baseline: z.literal(1), marks: z.array(Mark).min(1) });
export type Baseline = z.infer<typeof Baseline>;

/** How many marks a new baseline has. The last one is at the end. */
const marksMade = 8;

export type Replayed = {
  readonly baseline: Baseline;
  readonly events: number;
  readonly unknownTypes: ReadonlySet<string>;
};

/** The digests of a history at the events that a baseline names. Without a baseline, at events that divide the history evenly. */
export async function baselineOf(
  history: History,
  order: ReplayOrder,
  tools: ReplayTools,
  { at, folded }: { readonly at?: readonly string[]; readonly folded?: (events: number) => void } = {},
): Promise<Replayed> {
  const digest = new ClientEventDigest();
  const opened = await openedReplay(history, order, tools, {
    hear: ({ id }, clientEvents) => digest.add(id, clientEvents),
  });
  const { past, end } = opened;
  try {
    const marks: Baseline['marks'] = [];
    for (const { id, position } of await placesIn(history, end.position, at)) {
      await past.advance(position, folded);
      const models = await past.read((view) => digestsIn(view, tools.projections));
      marks.push({ event: id, models, clientEvents: digest.value });
    }
    return { baseline: { baseline: 1, marks }, events: past.folded, unknownTypes: past.unknownTypes };
  } finally {
    await opened.close();
  }
}

type Place = { readonly id: string; readonly position: number };

/** Throws ReplayRefused if an event of the baseline is not in the history. */
async function placesIn(history: History, end: number, wanted?: readonly string[]): Promise<Place[]> {
  const places: Place[] = [];
  const missing = new Set(wanted);
  for await (const { id, position } of history.readAll(0)) {
    if (position > end) break;
    if (wanted === undefined || missing.delete(id)) places.push({ id, position });
  }
  const [first] = missing;
  if (first !== undefined) throw new ReplayRefused(`the baseline is of another history: there is no event ${first}`);
  if (wanted !== undefined) return places;
  const every = Math.max(1, Math.ceil(places.length / marksMade));
  return places.filter((_, index) => index === places.length - 1 || (index + 1) % every === 0);
}

/** Describes the first difference between a baseline and what the same history gives now. Undefined if there is none. */
export function firstDifference(expected: Baseline, found: Baseline): string | undefined {
  let since = 'the beginning';
  for (const [index, mark] of expected.marks.entries()) {
    const now = found.marks[index];
    const names = new Set([...Object.keys(mark.models), ...Object.keys(now?.models ?? {})]);
    for (const name of names) {
      const why = differs(mark.models[name], now?.models[name]);
      if (why) return `${name} differs at event ${mark.event}, after ${since}: ${why}`;
    }
    const why = differs(mark.clientEvents, now?.clientEvents);
    if (why) return `the client events differ at event ${mark.event}, after ${since}: ${why}`;
    since = `event ${mark.event}`;
  }
  return undefined;
}

function differs(
  one: z.infer<typeof Digest> | undefined,
  other: z.infer<typeof Digest> | undefined,
): string | undefined {
  if (!one || !other) return one ? 'it does not exist any more' : 'it is new';
  if (one.sha256 === other.sha256) return undefined;
  return one.count === other.count
    ? `as many, ${one.count}, with other content`
    : `${other.count} instead of ${one.count}`;
}
