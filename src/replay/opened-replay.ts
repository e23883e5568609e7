/** Opens a replay of a history. It finds the moments, and then folds from the first event on into the read models of a temporary store. */
import type { Projection, ReadModel } from '../define/projection.ts';
import type { Logger } from '../engine/logger.ts';
import type { CopiedStore } from '../ports/read-store.ts';
import { momentForms, momentOf } from '../vocabulary/moment.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { digestsIn } from './digests.ts';
import { type History, scoped } from './history.ts';
import { Past, type PastParts } from './past.ts';
import { type NamedMoment, ReplayRefused, type Survey, surveyed } from './survey.ts';
import type { Replay } from './types.ts';

/** The dependencies of a replay. None of them can write to a log. */
export type ReplayTools = {
  readonly projections: readonly Projection<object>[];
  readonly logger: Logger;
  /** Makes an empty store that is removed when it is closed. */
  readonly openStore: () => Promise<CopiedStore>;
};

export type ReplayOrder = {
  readonly realm?: string | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
};

/** Throws WrongValue. */
export function momentNamed(parameter: string, text: string): NamedMoment {
  const moment = momentOf(text);
  if (!moment) throw new WrongValue(parameter, `must be ${momentForms}`);
  return { parameter, moment };
}

/** The part of the history that is replayed, and where its moments end. */
export type Plan = Pick<Survey, 'organizations' | 'scope' | 'newest'> & Pick<Replay, 'begin' | 'end'>;

/** Throws WrongValue and ReplayRefused. */
export async function planOf(history: History, { realm, from, until }: ReplayOrder): Promise<Plan> {
  const moments = [
    until === undefined ? undefined : momentNamed('until', until),
    from === undefined ? undefined : momentNamed('from', from),
  ];
  const { ends, ...found } = await surveyed(history, { realm, moments });
  const [end = found.newest, begin] = ends;
  if (from !== undefined && begin && begin.position > end.position)
    throw new WrongValue('from', 'must not be later than the moment at which it ends');
  return { ...found, begin: from === undefined ? undefined : begin, end };
}

export type OpenedReplay = Replay & { readonly past: Past; readonly plan: Plan };

/** Throws WrongValue and ReplayRefused. */
export async function openedReplay(
  history: History,
  order: ReplayOrder,
  { projections, logger, openStore }: ReplayTools,
  own: Pick<PastParts, 'hear' | 'change'> = {},
): Promise<OpenedReplay> {
  const plan = await planOf(history, order);
  const store = await openStore();
  const past = await Past.open({ history: scoped(history, plan.scope), store, projections, logger, ...own });
  const modelNamed = (name: string): ReadModel<object> => {
    const model = projections.find((one) => one.name === name);
    if (!model)
      throw new ReplayRefused(`there is no read model ${name}: ${projections.map((one) => one.name).join(', ')}`);
    return model;
  };
  const { begin, end } = plan;
  return {
    past,
    plan,
    begin,
    end,
    get position() {
      return past.position;
    },
    models: projections.map(({ name }) => name),
    advance: (to = end.position) => past.advance(Math.min(to, end.position)),
    async step() {
      if (begin && past.position < begin.position) await past.advance(begin.position);
      return past.step(end.position);
    },
    document: (model, id) => past.read((view) => view.get(modelNamed(model), id)),
    async *documents(name) {
      const model = modelNamed(name);
      for (let after: string | undefined, more = true; more; ) {
        const page = await past.read((view) => view.everything(model, after, 1_000));
        yield* page;
        after = page.at(-1)?.key;
        more = page.length > 0;
      }
    },
    digests: () => past.read((view) => digestsIn(view, projections)),
    close: () => past.close(),
  };
}
