/** Indexes declared as postings: only their keys can be read, and the results are those of any other index. */
import { expect } from 'chai';
import fc from 'fast-check';
import type { ReadModel } from '../../../src/define/projection.ts';
import type { Key, Range, ReadStore, ReadView, Write } from '../../../src/ports/read-store.ts';
import {
  checkpointAt,
  commitAll,
  commitTo,
  emptied,
  type Letter,
  letters,
  models,
  moreThanABatch,
  type Subject,
} from './fixture.ts';
import { plainStore } from './plain-store.ts';

const put = (id: string, document: Letter): Write => ({ model: 'letters', op: 'put', id, document });
const remove = (id: string): Write => ({ model: 'letters', op: 'remove', id });

type Question = { readonly index: 'byWord' | 'bySender' | 'byText'; readonly range: Range };

const words: readonly (string | number | null)[] = [
  ...[
    'a',
    'ab',
    'b',
    '',
    'é',
    'ж',
    '👍',
    '"',
    '\\',
    '\t5',
    '\na\t7',
    '\f',
    '\u0000',
    '1',
    '1,"a"',
    'long '.repeat(500),
  ],
  ...['long '.repeat(501), 1, -1, 0.5, null],
];
const senders = ['ann', 'bob', 'ann,5'];
const boxes = [1, 11, null];
const idsMax = 40;

/** A letter may get a new number and its old one again, but never the number of another letter. */
const letter = (of: number): fc.Arbitrary<Letter> =>
  fc.record(
    {
      box: fc.constantFrom(...boxes),
      words: fc.array(fc.constantFrom(...words), { maxLength: 6 }),
      sender: fc.constantFrom(...senders),
      text: fc.constantFrom(
        '',
        'Hi, ANN',
        'five: 5',
        'Straße ﬁne',
        'Tab\there\nLine',
        'X'.repeat(70),
        'hi '.repeat(1500),
      ),
      number: fc.constantFrom(of, of, of + 1000, of + 2 ** 40),
    },
    { requiredKeys: ['number'] },
  );
const write: fc.Arbitrary<Write> = fc
  .integer({ min: 0, max: idsMax })
  .chain((of) =>
    fc.oneof(
      { weight: 3, arbitrary: letter(of).map((document) => put(`${of}`, document)) },
      fc.constant(remove(`${of}`)),
    ),
  );
const commits = fc.array(fc.uniqueArray(write, { selector: ({ id }) => id, maxLength: 12 }), { maxLength: 8 });

const bound = fc.option(
  fc.oneof(fc.integer({ min: -2, max: idsMax }), fc.constantFrom<Key>(1010, 2 ** 40 + 5, 7.5, null, 'text')),
  { nil: undefined },
);
const question: fc.Arbitrary<Question> = fc
  .tuple(
    fc.oneof(
      fc.record({
        index: fc.constant('byWord' as const),
        prefix: fc.tuple(fc.constantFrom(...boxes), fc.constantFrom(...words)),
      }),
      fc.record({ index: fc.constant('bySender' as const), prefix: fc.tuple(fc.constantFrom(...senders)) }),
      fc.record({
        index: fc.constant('byText' as const),
        prefix: fc.tuple(fc.constantFrom('ann', 'hi', '5', 'fine', 'straße', 'Hi', 'here', 'line', 'x'.repeat(64))),
      }),
    ),
    bound,
    bound,
    fc.boolean(),
    fc.integer({ min: 1, max: 15 }),
  )
  .map(([{ index, prefix }, from, to, reverse, limit]) => ({
    index,
    range: {
      prefix,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
      reverse,
      limit,
    },
  }));
const questions = fc.array(question, { minLength: 5, maxLength: 20 });

type Plain = ReturnType<typeof plainStore<Letter>>;

const check = async (view: ReadView, plain: Plain, asked: readonly Question[]): Promise<void> => {
  for (const { index, range } of asked) {
    const expected = plain.scan(letters.indexes[index] ?? [], range).map(({ values }) => values);
    expect(await view.scanKeys(letters, index, range), JSON.stringify(range)).to.deep.equal(expected);
    expect(await view.count(letters, index, range)).to.equal(expected.length);
  }
};

const numbersOf = async (store: ReadStore, word: string, range: Partial<Range> = {}): Promise<unknown[]> => {
  const keys = await store.snapshot((view) =>
    view.scanKeys(letters, 'byWord', { prefix: [1, word], limit: 10_000, ...range }),
  );
  return keys.map((key) => key.at(-1));
};

export const postings = (subject: Subject): void => {
  it('return the same as a sorted list, for random writes, random ranges and earlier snapshots', async () => {
    const property = fc.asyncProperty(commits, commits, questions, async (before, after, asked) => {
      const plain = plainStore<Letter>();
      await emptied(subject.store);
      const commit = async (batches: readonly (readonly Write[])[]): Promise<void> => {
        for (const batch of batches) plain.commit(batch);
        await commitAll(subject.store, batches);
      };
      await commit(before);
      const then = plainStore(plain.documents);
      await subject.store.snapshot(async (view) => {
        await check(view, then, asked.slice(0, 3));
        await commit(after);
        await check(view, then, asked);
      });
      await subject.store.snapshot((view) => check(view, plain, asked));
    });
    await fc.assert(property, { numRuns: 10 });
  });

  it('do so after reopening and after a scrub too', async () => {
    const property = fc.asyncProperty(commits, commits, commits, questions, async (first, second, third, asked) => {
      const plain = plainStore<Letter>();
      await emptied(subject.store);
      const [reopened, scrubbed] = [() => subject.reopen(), () => subject.store.scrub()];
      for (const [batches, between] of [
        [first, reopened],
        [second, scrubbed],
        [third, reopened],
      ] as const) {
        for (const batch of batches) {
          plain.commit(batch);
          await commitTo(subject.store, batch, checkpointAt(1));
        }
        await between();
        await subject.store.snapshot((view) => check(view, plain, asked));
      }
    });
    await fc.assert(property, { numRuns: 2 });
  });

  it('stay in order in long lists when numbers are removed from the middle and added again', async () => {
    // With fewer, a list that shrinks and grows is never cut into blocks.
    const count = 1500;
    const plain = plainStore<Letter>();
    const commit = async (writes: readonly Write[]): Promise<void> => {
      plain.commit(writes);
      await commitTo(subject.store, writes, checkpointAt(1));
    };
    const all = (number: number): Write => put(`${number}`, { box: 1, words: ['all', `${number % 2}`], number });
    const every = (from: number, step: number, make: (number: number) => Write): Write[] =>
      Array.from({ length: Math.ceil((count - from) / step) }, (_, index) => make(from + index * step));
    const checkAll = async (): Promise<void> => {
      const bounds = [
        {},
        { to: 50 },
        { from: 30, to: 60 },
        { from: 100, to: 900 },
        { from: 617 },
        { to: 617 },
        { from: 1490 },
        { from: 700, to: 700 },
      ];
      const asked = bounds.flatMap((of) =>
        [true, false].flatMap((reverse) =>
          [1, 10_000].map((limit) => ({
            index: 'byWord' as const,
            range: { prefix: [1, 'all'], ...of, reverse, limit },
          })),
        ),
      );
      await subject.store.snapshot((view) => check(view, plain, asked));
    };
    await commit(every(500, 1, all));
    await checkAll();
    await commit(every(501, 3, (number) => remove(`${number}`)));
    await checkAll();
    // Numbers below all others, and in the gaps.
    await commit([...every(0, 7, all)]);
    await commit(every(2, 5, all));
    await checkAll();
    // Removes the newest, then all but a few in the middle.
    await commit(every(900, 1, (number) => remove(`${number}`)));
    await checkAll();
    await commit(every(0, 1, (number) => (number > 700 && number < 710 ? all(number) : remove(`${number}`))));
    await checkAll();
    await commit(every(0, 1, (number) => remove(`${number}`)));
    await checkAll();
    await commit(every(0, 2, all));
    await checkAll();
  });

  it('return to their place when they are added again', async () => {
    const count = 70;
    const of = (number: number): Write => put(`${number}`, { box: 1, words: ['word'], number });
    const all = Array.from({ length: count }, (_, number) => number);
    await commitTo(subject.store, all.map(of), checkpointAt(1));
    for (const reverse of [false, true]) {
      const order = reverse ? [...all].reverse() : all;
      await commitTo(subject.store, [remove('5')], checkpointAt(2));
      expect(await numbersOf(subject.store, 'word', { reverse })).to.deep.equal(order.filter((number) => number !== 5));
      await commitTo(subject.store, [of(5)], checkpointAt(3));
      expect(await numbersOf(subject.store, 'word', { reverse })).to.deep.equal(order);
    }
  });

  it('move from one document to another in one commit', async () => {
    const lettered = { box: 1, words: ['word'], number: 5 };
    await commitTo(subject.store, [put('b', lettered)], checkpointAt(1));
    await commitTo(subject.store, [put('a', lettered), remove('b')], checkpointAt(2));
    expect(await numbersOf(subject.store, 'word')).to.deep.equal([5]);
    await commitTo(subject.store, [remove('a'), put('c', lettered)], checkpointAt(3));
    expect(await numbersOf(subject.store, 'word')).to.deep.equal([5]);
  });

  it('are filled from the stored documents when an index becomes postings, or no longer is', async () => {
    const count = moreThanABatch;
    const writes = Array.from({ length: count }, (_, number) =>
      put(`${number}`, { box: 1, words: [`${number % 10}`], number }),
    );
    await commitTo(subject.store, writes, checkpointAt(1));
    const threes = Array.from({ length: count / 10 }, (_, index) => index * 10 + 3);
    const ordinary: ReadModel<Letter> = { name: 'letters', indexes: letters.indexes };
    await subject.reopen([ordinary]);
    expect(await numbersOf(subject.store, '3')).to.deep.equal(threes);
    await commitTo(subject.store, [remove('3')], checkpointAt(2));
    await subject.reopen(models);
    expect(await numbersOf(subject.store, '3')).to.deep.equal(threes.slice(1));
    await commitTo(subject.store, [remove('13')], checkpointAt(3));
    expect(await numbersOf(subject.store, '3')).to.deep.equal(threes.slice(2));
  });

  it('contain nothing of a failed commit', async () => {
    const lettered = { box: 1, words: ['word'], number: 5 };
    await commitTo(subject.store, [put('a', lettered)], checkpointAt(1));
    const impossible = { box: Number.NaN, words: ['word'], number: 6 };
    const failed = await commitTo(subject.store, [remove('a'), put('b', impossible)], checkpointAt(2)).then(
      () => false,
      () => true,
    );
    expect(failed).to.equal(true);
    expect(await numbersOf(subject.store, 'word')).to.deep.equal([5]);
    await commitTo(subject.store, [put('b', { ...lettered, number: 7 })], checkpointAt(2));
    expect(await numbersOf(subject.store, 'word')).to.deep.equal([5, 7]);
  });

  it('cannot be scanned for documents', async () => {
    const failed = await subject.store
      .snapshot((view) => view.scan(letters, 'byWord', { prefix: [1, 'word'], limit: 1 }))
      .then(
        () => false,
        () => true,
      );
    expect(failed).to.equal(true);
  });
};
