/** A view that throws ReadStoreUnavailable when it reads a model that was left behind for the organization. */
import { type Key, ReadStoreUnavailable, type ReadView } from '../../ports/read-store.ts';

/**
 * Every document id begins with the realm's id and a dot, and every index key with the realm's id. So each read shows which realm it is
 * about.
 */
export function checkedView(view: ReadView): ReadView {
  const { models } = view.checkpoint;
  if (!Object.values(models).some((model) => model.behind !== undefined)) return view;
  const check = (model: string, realm: Key | undefined): void => {
    const position = models[model]?.behind?.[String(realm)];
    if (position !== undefined) throw new ReadStoreUnavailable(`${model} is behind since position ${position}`);
  };
  const realmOf = (id: string): string => id.split('.', 1)[0] ?? '';
  return {
    checkpoint: view.checkpoint,
    get: async (model, id) => {
      check(model.name, realmOf(id));
      return view.get(model, id);
    },
    getMany: async (model, ids) => {
      for (const id of ids) check(model.name, realmOf(id));
      return view.getMany(model, ids);
    },
    scan: async (model, index, range) => {
      check(model.name, range.prefix[0]);
      return view.scan(model, index, range);
    },
    scanKeys: async (model, index, range) => {
      check(model.name, range.prefix[0]);
      return view.scanKeys(model, index, range);
    },
    count: async (model, index, range) => {
      check(model.name, range.prefix[0]);
      return view.count(model, index, range);
    },
    everything: (model, after, limit) => view.everything(model, after, limit),
  };
}
