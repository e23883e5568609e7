/** Texts are processed on the main thread or on a worker thread, with the same result. */
import { expect } from 'chai';
import { RenderThread } from '../../../src/engine/render/render-thread.ts';
import { textWork } from '../../../src/engine/render/text-work.ts';
import { isLongToCompare, isLongToHighlight } from '../../../src/rendering/is-long.ts';
import { renderMarkdown } from '../../../src/rendering/markdown.ts';
import { type TextWork, textWorkHere } from '../../../src/rendering/text-work.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { parseSearch } from '../../../src/vocabulary/words.ts';

const htmlOf = (content: string): string => renderMarkdown(content, { users: [], channels: [], linkifiers: [] }).html;
const terms = parseSearch('quick "quick br"');
const sentence = 'the quick brown fox & co ';

/** Counts the calls of the worker thread. */
const elsewhere = () => {
  const asked: string[] = [];
  const work: TextWork = {
    diff: async () => {
      asked.push('diff');
      return '';
    },
    highlight: async () => {
      asked.push('highlight');
      return '';
    },
  };
  return { asked, work: textWork(work) };
};

describe('rendering and comparing texts', () => {
  it('is done on the main thread for short texts', async () => {
    const { asked, work } = elsewhere();
    const [before, after] = [htmlOf(sentence), htmlOf(`${sentence} again`)];
    expect(await work.diff(before, after)).to.equal(await textWorkHere.diff(before, after));
    expect(await work.highlight(before, terms)).to.equal(await textWorkHere.highlight(before, terms));
    expect(asked).to.deep.equal([]);
  });

  it('is done on the main thread for small changes of a text of several thousand characters', async () => {
    const { asked, work } = elsewhere();
    await work.diff(htmlOf(sentence.repeat(100)), htmlOf(`${sentence.repeat(50)}slow ${sentence.repeat(50)}`));
    expect(asked).to.deep.equal([]);
  });

  it('is done on the worker thread for long texts and large changes', async () => {
    const { asked, work } = elsewhere();
    await work.diff(htmlOf(sentence.repeat(10)), htmlOf('slow '.repeat(50)));
    await work.diff(htmlOf(sentence.repeat(400)), htmlOf(`${sentence.repeat(400)} again`));
    await work.highlight(htmlOf(sentence.repeat(100)), terms);
    expect(asked).to.deep.equal(['diff', 'diff', 'highlight']);
  });

  it('yields to the event loop between many short texts', async () => {
    const { work } = elsewhere();
    let turns = 0;
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    const html = htmlOf(sentence.repeat(50));
    for (let count = 0; count < 100; count += 1) await work.highlight(html, terms);
    clearImmediate(next);
    expect(turns).to.be.within(10, 30);
  });

  it('gives the same result on either thread', async () => {
    const thread = new RenderThread();
    const work = textWork(thread);
    const [before, after] = [htmlOf(sentence.repeat(100)), htmlOf(`${'slow '.repeat(100)}${sentence.repeat(80)}`)];
    expect(isLongToCompare(before, after) && isLongToHighlight(after)).to.equal(true);
    const [diff, highlighted] = await Promise.all([work.diff(before, after), work.highlight(after, terms)]);
    expect(diff).to.equal(await textWorkHere.diff(before, after));
    expect(highlighted).to.equal(await textWorkHere.highlight(after, terms));
    await thread.stop();
  });

  it('renders long texts of callers in turn, and refuses the newest text of the caller with the most if too many wait (rendersWaitingMax)', async () => {
    const thread = new RenderThread();
    const context = { users: [], channels: [], linkifiers: [] };
    const done: string[] = [];
    const ask = async (caller: string): Promise<void> => {
      await thread.render('a', context, caller);
      done.push(caller);
    };
    const greedy = Array.from({ length: 2 + limits.rendersWaitingMax }, () =>
      ask('greedy').catch((error: unknown) => error),
    );
    await Promise.all([ask('other'), ask('other')]);
    expect(done.length).to.be.below(10);
    const refused = (await Promise.all(greedy)).filter((one) => one !== undefined);
    expect(refused).to.have.length(2);
    for (const one of refused) expect(one).to.be.instanceOf(Refused);
    await thread.stop();
  });
});
