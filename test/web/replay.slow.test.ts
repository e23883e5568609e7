/** The replay screen: a period of history, event by event. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { replay } from '../../src/replay.ts';
import { changedFields } from '../../web/src/audit/replay/changed-fields.ts';
import { addressOfStretch, commandOf, stretchIn } from '../../web/src/audit/replay/stretch.ts';
import type { TestServer } from '../support/server.ts';
import { describeInBrowser, enter, expectAccessible, type Visitor, visit } from './browser.ts';
import { editedMessage } from './edited-message.ts';
import { startServed } from './served.ts';

describe('a period of history', () => {
  const stretch = { from: '2026-11-22T14:34:00.000Z', until: 'position:7', event: 'abc', user: '10' };

  it('is in the address, and is read from it', () => {
    const part = decodeURIComponent(addressOfStretch(stretch).replace('#audit/replay/', ''));
    expect(stretchIn(part)).to.deep.equal(stretch);
    expect(addressOfStretch({ from: '' })).to.equal('#audit/replay');
    expect(stretchIn(undefined)).to.deep.equal({});
  });

  it('is a command, whatever the reason is', () => {
    expect(commandOf({ from: stretch.from }, { reason: "Max' case" })).to.equal(
      "npx verbatim replay --step --from '2026-11-22T14:34:00.000Z' --reason 'Max'\\'' case'",
    );
    expect(commandOf({ until: stretch.until }, { export: 'history.ndjson' })).to.equal(
      "npx verbatim replay --step --export history.ndjson --until 'position:7'",
    );
  });

  it('shows which fields of a document changed', () => {
    const before = { name: 'a', list: [1], same: { x: 1 }, gone: 1 };
    expect(changedFields({ before, after: { name: 'b', list: [1, 2], same: { x: 1 } } })).to.deep.equal({
      before: { name: 'a', list: [1], gone: 1 },
      after: { name: 'b', list: [1, 2] },
    });
    expect(changedFields({ before: null, after: before })).to.deep.equal({ before: null, after: before });
  });
});

describeInBrowser('the replay screen', (browser) => {
  let server: TestServer;
  let auditor: Visitor;
  before(async () => {
    server = await startServed();
    ({ auditor } = await editedMessage(server, browser()));
  });
  after(() => server?.stop());
  afterEach(() => {
    expect(auditor?.complaints.splice(0)).to.deep.equal([]);
  });

  const events = (visitor: Visitor) => visitor.page.getByRole('list', { name: 'Events, oldest first' });
  const detail = (visitor: Visitor) => visitor.page.getByRole('article', { name: 'What the event did' });

  it('requires a reason, and goes through the events with the keyboard', async () => {
    const { page } = auditor;
    await page.getByRole('link', { name: 'Replay' }).click();
    const begin = page.getByRole('button', { name: 'Step through it' });
    expect(await begin.isDisabled()).to.equal(true);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Case 4711');
    await page.getByRole('combobox', { name: 'Show also the client events of this person' }).fill('Max Member');
    await begin.click();
    await events(auditor).getByRole('button', { name: 'More events' }).click();
    await events(auditor).getByRole('button', { name: 'A message was edited' }).click();
    await detail(auditor).getByRole('heading', { name: 'A message was edited' }).waitFor();
    await detail(auditor).getByRole('heading', { name: 'messages 1.1 changed' }).waitFor();
    await detail(auditor).getByRole('cell', { name: 'soup at one' }).first().waitFor();
    await detail(auditor).getByRole('heading', { name: 'Client events of Max Member' }).waitFor();
    await detail(auditor).getByText('"type": "update_message"').waitFor();
    await expectAccessible(page);
    // The focus goes along at once, because later it would move what the visitor is about to click.
    const focused = await page.evaluate(`(async () => {
      const step = document.querySelector('[aria-current="step"]');
      step.focus();
      step.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }));
      for (let turn = 0; turn < 10; turn += 1) await undefined;
      return document.activeElement === document.querySelector('[aria-current="step"]') && document.activeElement !== step;
    })()`);
    expect(focused).to.equal(true);
    await detail(auditor).getByRole('heading', { name: 'A message was sent' }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await detail(auditor).getByRole('heading', { name: 'A message was edited' }).waitFor();
  });

  it('gives a colleague the same view by its address', async () => {
    const colleague = await visit(browser(), server.base);
    await enter(colleague, 'auditor@dev.example');
    await colleague.page.evaluate(`location.hash = ${JSON.stringify(new URL(auditor.page.url()).hash)}`);
    await colleague.page.getByRole('textbox', { name: 'Reason' }).fill('Case 4711');
    await colleague.page.getByRole('button', { name: 'Step through it' }).click();
    await detail(colleague).getByRole('heading', { name: 'A message was edited' }).waitFor();
    expect(colleague.complaints).to.deep.equal([]);
    await colleague.context.close();
  });

  it('gives the history as a file that replays without the server', async () => {
    const { page } = auditor;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the history' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('history.ndjson');
    await page.getByRole('status').getByText('Downloaded.').waitFor();
    const types: string[] = [];
    for await (const { event } of replay({ export: await download.path() })) types.push(event.type);
    expect(types).to.include.members(['MessageSent', 'MessageEdited']);
  });

  it('gives the steps as a file, and fits a phone', async () => {
    const { page } = auditor;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download these steps' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line).event.action)).to.include('message.edited');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
    await expectAccessible(page);
  });
});
