import { expect } from 'chai';
import type { ReadModel } from '../../src/define/projection.ts';
import type { ReadView } from '../../src/ports/read-store.ts';
import { cachedUntilChanged } from '../../src/queries/cached-documents.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';

type Document = { readonly text: string };
const model: ReadModel<Document> = { name: 'things', indexes: {} };
const realm = (id: number) => id as RealmId;

/** `changes`: the newest change of each organization. */
const viewAt = (changes: Readonly<Record<number, string>>, build: string | null = 'first build'): ReadView =>
  ({
    checkpoint: build === null ? {} : { build },
    get: async (_: unknown, id: string) => {
      const eventId = changes[Number(id.split('.')[0])];
      return eventId === undefined ? undefined : { eventId };
    },
  }) as unknown as ReadView;

function reader(max?: number) {
  const read: number[] = [];
  const ask = cachedUntilChanged(
    model,
    async (_, realmId) => {
      read.push(realmId);
      return [{ text: `${realmId} read ${read.length}` }, { text: 'another' }];
    },
    max,
  );
  return { ask, read };
}

describe('documents that are kept while they are unchanged', () => {
  it('are the same objects until an event changes some of their organization', async () => {
    const { ask, read } = reader();
    const before = await ask(viewAt({ 1: 'a' }), realm(1));
    expect(await ask(viewAt({ 1: 'a', 2: 'x' }), realm(1))).to.equal(before);
    expect(await ask(viewAt({ 1: 'b' }), realm(1))).to.not.equal(before);
    await ask(viewAt({ 1: 'b', 2: 'x' }), realm(2));
    expect(read).to.deep.equal([1, 1, 2]);
  });

  it('are read again by a view that is older, and for read models that were rebuilt', async () => {
    const { ask, read } = reader();
    await ask(viewAt({ 1: 'b' }), realm(1));
    await ask(viewAt({ 1: 'a' }), realm(1));
    await ask(viewAt({ 1: 'a' }, 'second build'), realm(1));
    expect(read).to.have.length(3);
  });

  it('are not cached if nothing shows whether they changed', async () => {
    const { ask, read } = reader();
    for (const view of [viewAt({}), viewAt({ 1: 'a' }, null)]) {
      await ask(view, realm(1));
      await ask(view, realm(1));
    }
    expect(read).to.have.length(4);
  });

  it('are kept for the most recently used organizations, as many as there is room for (keptDocumentsMax)', async () => {
    const { ask, read } = reader(4);
    const view = viewAt({ 1: 'a', 2: 'a', 3: 'a' });
    for (const id of [1, 2, 1, 3, 1, 2]) await ask(view, realm(id));
    expect(read, 'the second was asked for longest ago when the third came').to.deep.equal([1, 2, 3, 2]);
    const tiny = reader(1);
    await tiny.ask(view, realm(1));
    await tiny.ask(view, realm(1));
    expect(tiny.read, 'a list that is too long is not kept').to.deep.equal([1, 1]);
  });
});
