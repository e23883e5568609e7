/**
 * A batch that cannot be absorbed or committed, again and again, although the store is in reach, is committed in smaller and smaller parts, until the event
 * is found that cannot be absorbed. The read models that it cannot be written to stay behind for its organization; all else goes on. Nobody
 * is blamed for what the store does: a read model stays behind only where the store takes everything else, before and after, and never
 * what that model alone writes.
 */
import type { Projection } from '../../define/projection.ts';
import {
  type Checkpoint,
  DocumentRefused,
  type Lease,
  LeaseLost,
  ReadStoreUnavailable,
  type WrittenStore,
} from '../../ports/read-store.ts';
import type { Followed } from '../follow/follower.ts';
import type { Logger } from '../logger.ts';
import { absorb } from './absorb.ts';

/** So often in a row a batch fails, half a second between the attempts, before its batch is suspected. */
export const suspectedAfter = 5;

/** Errors that say nothing about a batch: the store is away, or another process projects. */
export const isOfStore = (error: unknown): boolean =>
  error instanceof ReadStoreUnavailable || error instanceof LeaseLost;

export type PiecemealParts = {
  readonly store: WrittenStore;
  readonly projections: readonly Projection<object>[];
  readonly logger: Logger;
  readonly lease: Lease;
  /** Tries until the store is in reach; undefined: there is nothing more to do, the projector was closed or another process has the lease. */
  readonly inReach: <T>(work: () => Promise<T>) => Promise<T | undefined>;
};

/** Commits the events on top of `base`, and returns the new checkpoint. Throws where the store is the cause after all. */
export async function piecemeal(
  parts: PiecemealParts,
  events: readonly Followed[],
  base: Checkpoint,
): Promise<Checkpoint> {
  const failure = await attempt(parts, events, base);
  if (failure.ok) return failure.made;
  const [only] = events;
  if (events.length === 1 && only) return withoutSome(parts, only, base, failure.error);
  const middle = events.length >> 1;
  return piecemeal(parts, events.slice(middle), await piecemeal(parts, events.slice(0, middle), base));
}

type Attempt = { readonly ok: true; readonly made: Checkpoint } | { readonly ok: false; readonly error: unknown };

/** Throws where the store is the cause. */
async function attempted(work: () => Promise<Checkpoint>): Promise<Attempt> {
  try {
    return { ok: true, made: await work() };
  } catch (error) {
    if (isOfStore(error)) throw error;
    return { ok: false, error };
  }
}

const attempt = (
  { store, projections, logger, lease }: PiecemealParts,
  events: readonly Followed[],
  base: Checkpoint,
): Promise<Attempt> =>
  attempted(async () => {
    const { writes, checkpoint } = await absorb(store, projections, events, base, logger);
    await store.commit(writes, checkpoint, lease);
    return checkpoint;
  });

/** Sets aside as few read models as it can: one, else two, else all that the event changes. Those that are to blame stay behind. */
async function withoutSome(
  parts: PiecemealParts,
  followed: Followed,
  base: Checkpoint,
  error: unknown,
): Promise<Checkpoint> {
  const takesNothing = await attempted(async () => {
    await parts.store.commit([], base, parts.lease);
    return base;
  });
  // No read model can be the reason for that.
  if (!takesNothing.ok) throw takesNothing.error;
  const models = await modelsOf(parts, followed, base);
  const refused = error instanceof DocumentRefused ? [[error.model]] : [];
  const pairs = models.flatMap((one, at) => models.slice(at + 1).map((other) => [one, other]));
  for (const left of [...refused, ...models.map((one) => [one]), ...pairs, models]) {
    const less = behindIn(base, left, followed);
    if (!(await isAbsorbed(parts, followed, less))) continue;
    // The cause may have passed meanwhile: then no read model is left behind.
    const whole = await attempt(parts, [followed], base);
    if (whole.ok) return whole.made;
    const done = await attempt(parts, [followed], less);
    if (!done.ok) continue;
    return withInnocent(parts, followed, base, { left, made: done.made, error });
  }
  throw error;
}

/** What was set aside: the read models, the checkpoint without them, and why. */
type SetAside = { readonly left: readonly string[]; readonly made: Checkpoint; readonly error: unknown };

/**
 * Writes what each read model that was set aside makes of the event alone. One that can be written so is innocent: the store had failed
 * meanwhile, or another one failed, or only several of them together cannot be written.
 */
async function withInnocent(
  parts: PiecemealParts,
  followed: Followed,
  base: Checkpoint,
  { left, made, error }: SetAside,
): Promise<Checkpoint> {
  const { event } = followed;
  let checkpoint = made;
  const guilty: string[] = [];
  for (const model of left) {
    const before = checkpoint;
    let alone: Attempt | undefined;
    for (let tries = 0; tries < suspectedAfter && !alone?.ok; tries += 1)
      alone = await parts.inReach(() => attempted(() => committedAlone(parts, followed, base, before, model)));
    if (alone?.ok) checkpoint = alone.made;
    else guilty.push(model);
  }
  if (guilty.length > 0)
    parts.logger.error(
      { err: error, models: guilty, event: event.id, realm: event.realmId },
      'read models are left behind: their documents cannot be written',
    );
  return checkpoint;
}

/** `base`: before the event. `standing`: after it, without the model. */
async function committedAlone(
  { store, projections, logger, lease }: PiecemealParts,
  followed: Followed,
  base: Checkpoint,
  standing: Checkpoint,
  model: string,
): Promise<Checkpoint> {
  const others = Object.keys(base.models).filter((name) => name !== model);
  const { writes, checkpoint } = await absorb(store, projections, [followed], behindIn(base, others, followed), logger);
  const made = { ...standing, models: { ...standing.models, [model]: checkpoint.models[model] } } as Checkpoint;
  await store.commit(
    writes.filter((write) => write.model === model),
    made,
    lease,
  );
  return made;
}

async function isAbsorbed(parts: PiecemealParts, followed: Followed, base: Checkpoint): Promise<boolean> {
  return (await modelsChanged(parts, followed, base)) !== undefined;
}

/** The read models that the event changes; all of them where that cannot be told, because one cannot even be read. */
const modelsOf = async (parts: PiecemealParts, followed: Followed, base: Checkpoint): Promise<string[]> =>
  (await modelsChanged(parts, followed, base)) ?? Object.keys(base.models);

/** Undefined where the event cannot be absorbed. */
async function modelsChanged(
  { store, projections, logger }: PiecemealParts,
  followed: Followed,
  base: Checkpoint,
): Promise<string[] | undefined> {
  try {
    const { writes } = await absorb(store, projections, [followed], base, logger);
    return [...new Set(writes.map(({ model }) => model))];
  } catch (error) {
    if (isOfStore(error)) throw error;
    return undefined;
  }
}

function behindIn(base: Checkpoint, left: readonly string[], { event }: Followed): Checkpoint {
  const models = Object.entries(base.models).map(([name, model]) =>
    left.includes(name)
      ? [
          name,
          { ...model, behind: { ...model.behind, [event.realmId]: model.behind?.[event.realmId] ?? event.position } },
        ]
      : [name, model],
  );
  return { ...base, models: Object.fromEntries(models) };
}
