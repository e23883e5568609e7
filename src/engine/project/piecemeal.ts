/**
 * Commits a batch that fails again and again although the store is in reach. The batch is halved until the event that cannot be absorbed is
 * found. The read models that cannot absorb it are left behind for its organization; all others continue. A failure of the store must not be
 * taken for a failure of a model. Therefore a model is left behind only if the store commits everything else before and after, and refuses
 * what that model alone writes.
 */
import { type Checkpoint, type Lease, LeaseLost, ReadStoreUnavailable } from '../../ports/read-store.ts';
import type { Followed } from '../follow/follower.ts';
import { type AbsorbParts, absorb } from './absorb.ts';

/** A batch is suspected after this many failures in a row, half a second apart. */
export const suspectedAfter = 5;

/** Errors that say nothing about a batch: the store is away, or another process projects. */
export const isOfStore = (error: unknown): boolean =>
  error instanceof ReadStoreUnavailable || error instanceof LeaseLost;

type PiecemealParts = AbsorbParts & {
  readonly lease: Lease;
  /**
   * Tries until the store is in reach. Undefined: the projector was closed, or another process has the lease, so that nothing is left to
   * do.
   */
  readonly inReach: <T>(work: () => Promise<T>) => Promise<T | undefined>;
};

/** Commits the events on top of `base` and returns the new checkpoint. Throws if the store turns out to be the cause. */
export async function piecemeal(
  parts: PiecemealParts,
  events: readonly Followed[],
  base: Checkpoint,
): Promise<Checkpoint> {
  const failure = await attempt(parts, events, base);
  if (failure.ok) return failure.made;
  const [only] = events;
  if (events.length === 1 && only) return leavingOut(parts, only, base, failure.error);
  const middle = events.length >> 1;
  return piecemeal(parts, events.slice(middle), await piecemeal(parts, events.slice(0, middle), base));
}

type Attempt = { readonly ok: true; readonly made: Checkpoint } | { readonly ok: false; readonly error: unknown };

/** Throws if the store is the cause. */
async function attempted(work: () => Promise<Checkpoint>): Promise<Attempt> {
  try {
    return { ok: true, made: await work() };
  } catch (error) {
    if (isOfStore(error)) throw error;
    return { ok: false, error };
  }
}

const attempt = (parts: PiecemealParts, events: readonly Followed[], base: Checkpoint): Promise<Attempt> =>
  attempted(async () => {
    const { writes, checkpoint } = await absorb(parts, events, base);
    await parts.store.commit(writes, checkpoint, parts.lease);
    return checkpoint;
  });

/** Commits the event without the read models that it changes, and then what each of them makes of it. Only those at fault stay left behind. */
async function leavingOut(
  parts: PiecemealParts,
  followed: Followed,
  base: Checkpoint,
  error: unknown,
): Promise<Checkpoint> {
  const takesNothing = await attempted(async () => {
    await parts.store.commit([], base, parts.lease);
    return base;
  });
  // If even an empty commit fails, no read model is the cause.
  if (!takesNothing.ok) throw takesNothing.error;
  const left = await modelsOf(parts, followed, base);
  // The cause may be gone by now. Then no read model is left behind.
  const whole = await attempt(parts, [followed], base);
  if (whole.ok) return whole.made;
  const done = await attempt(parts, [followed], behindIn(base, left, followed));
  if (!done.ok) throw error;
  return withoutFaulty(parts, followed, base, { left, made: done.made, error });
}

type LeftOut = { readonly left: readonly string[]; readonly made: Checkpoint; readonly error: unknown };

/**
 * Writes what each read model that was left out makes of the event, one model at a time. A model that can be written this way is not at
 * fault: the store had failed, another model had failed, or only several of them together cannot be written.
 */
async function withoutFaulty(
  parts: PiecemealParts,
  followed: Followed,
  base: Checkpoint,
  { left, made, error }: LeftOut,
): Promise<Checkpoint> {
  const { event } = followed;
  let checkpoint = made;
  const faulty: string[] = [];
  for (const model of left) {
    const before = checkpoint;
    let alone: Attempt | undefined;
    for (let tries = 0; tries < suspectedAfter && !alone?.ok; tries += 1)
      alone = await parts.inReach(() => attempted(() => committedAlone(parts, followed, base, before, model)));
    if (alone?.ok) checkpoint = alone.made;
    else faulty.push(model);
  }
  if (faulty.length > 0)
    parts.logger.error(
      { err: error, models: faulty, event: event.id, realm: event.realmId },
      'read models are left behind: their documents cannot be written',
    );
  return checkpoint;
}

/** `base`: the checkpoint before the event. `after`: the checkpoint after it, without the model. */
async function committedAlone(
  parts: PiecemealParts,
  followed: Followed,
  base: Checkpoint,
  after: Checkpoint,
  model: string,
): Promise<Checkpoint> {
  const others = Object.keys(base.models).filter((name) => name !== model);
  const { writes, checkpoint } = await absorb(parts, [followed], behindIn(base, others, followed));
  const made = { ...after, models: { ...after.models, [model]: checkpoint.models[model] } } as Checkpoint;
  const own = writes.filter((write) => write.model === model);
  await parts.store.commit(own, made, parts.lease);
  return made;
}

/** The read models that the event changes. These are all models if the event cannot be absorbed. */
async function modelsOf(parts: PiecemealParts, followed: Followed, base: Checkpoint): Promise<string[]> {
  try {
    const { writes } = await absorb(parts, [followed], base);
    return [...new Set(writes.map(({ model }) => model))];
  } catch (error) {
    if (isOfStore(error)) throw error;
    return Object.keys(base.models);
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
