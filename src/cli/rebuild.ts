import { type OpenedReplay, openedReplay, type ReplayTools } from '../replay/opened-replay.ts';
import { canonicalJson } from '../vocabulary/canonical-json.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { everySecond } from './long-task.ts';
import { rebuildModels } from './rebuild-models.ts';
import { documents, end } from './replay/live-documents.ts';
import { liveHistory } from './replay/live-history.ts';
import { type Ask, asking, readerOf } from './replay/source.ts';
import { Differs, type OwnSubcommand } from './subcommand.ts';

type Model = ReplayTools['projections'][number];

/** Presence cannot be rebuilt from the log, which keeps only its newest events. */
const isBuilt = ({ name }: Model): boolean => name !== 'presence';

/**
 * Builds new read models from the log, beside those in use, which continue to answer. Then the new ones replace them. With `--verify`, both
 * are compared document by document instead, and nothing is changed.
 */
export const rebuild: OwnSubcommand = {
  name: 'rebuild',
  oneIsAnAnswer: true,
  summary: 'Build the read models again beside those in use, and put them in their place; with --verify: only compare',
  options: {
    verify: { type: 'boolean', help: 'change nothing; print the first document that differs, with exit code 1' },
    model: {
      type: 'string',
      multiple: true,
      help: 'with --verify: compare only these read models (default: all); without --verify, all are built',
    },
  },
  word: 'model',
  async run(context, { verify, model }) {
    const { withData, replayTools, print, notify } = context;
    const tools = await replayTools();
    const wanted = named(tools.projections.filter(isBuilt), model as readonly string[] | undefined);
    if (verify !== true) {
      if (model !== undefined) notify('all read models share one checkpoint: they are built together');
      await withData(async (perform) => {
        for (const line of await asking(perform, notify)(rebuildModels, {})) print(line);
      });
      return;
    }
    await withData(async (perform) => {
      const ask = asking(perform, notify);
      const report = everySecond(notify);
      let upTo = Number((await ask(end, {}))[0]);
      const reader = await readerOf(context);
      const history = liveHistory(reader, () => upTo);
      const built = await openedReplay(history, {}, tools).catch(async (error: unknown) => {
        await reader.close();
        throw error;
      });
      /** Advances the new models to the position at which a page of the models in use was read. */
      const follow = async (position: number): Promise<void> => {
        upTo = Math.max(upTo, position);
        await built.past.advance(position, (events) => report('folded', events));
      };
      try {
        await follow(upTo);
        for (const one of wanted) print(`model=${one.name} documents=${await compared(one, ask, built, follow)} equal`);
      } finally {
        await built.close();
        await reader.close();
      }
    });
  },
};

function named(all: readonly Model[], names: readonly string[] | undefined): readonly Model[] {
  const unknown = names?.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new WrongValue('model', `there is no read model ${unknown}: ${all.map(({ name }) => name).join(', ')}`);
  return all.filter(({ name }) => names?.includes(name) ?? true);
}

type Follow = (position: number) => Promise<void>;

/** How many documents were compared. Throws Differs. */
async function compared(model: Model, ask: Ask, { past }: OpenedReplay, follow: Follow): Promise<number> {
  let count = 0;
  for (let after: string | undefined; ; ) {
    const [position, ...lines] = await ask(documents, { model: model.name, ...(after === undefined ? {} : { after }) });
    await follow(Number(position));
    const inUse = lines.map((line) => JSON.parse(line) as [string, object]);
    const from = after;
    // After the last page, one more document is read: if there is one, it is missing from the models in use.
    const anew = await past.read((view) => view.everything(model, from, inUse.length + (inUse.length === 0 ? 1 : 0)));
    for (const [index, [key, document]] of inUse.entries()) assertSame(model.name, { key, document }, anew[index]);
    if (inUse.length === 0) {
      if (anew[0]) throw new Differs(`${model.name} ${anew[0].key} is missing in the read model in use`);
      return count;
    }
    count += inUse.length;
    after = inUse.at(-1)?.[0];
  }
}

type Keyed = { readonly key: string; readonly document: object };

function assertSame(model: string, inUse: Keyed, anew: Keyed | undefined): void {
  if (anew?.key !== inUse.key)
    throw new Differs(
      `${model}: ${inUse.key} is in use, but the rebuild has ${anew?.key ?? 'no document'} in its place`,
    );
  const fields = [...new Set([...Object.keys(inUse.document), ...Object.keys(anew.document)])];
  const [one, other] = [inUse.document, anew.document] as [Record<string, unknown>, Record<string, unknown>];
  const differing = fields.filter((field) => canonicalJson([one[field]]) !== canonicalJson([other[field]]));
  if (differing.length > 0) throw new Differs(`${model} ${inUse.key} differs in ${differing.join(', ')}`);
}
