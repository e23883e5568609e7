/** The names in a text: users and streams are looked up in the state before the text is rendered. */
import { expect } from 'chai';
import { toolsFor } from '../../../src/engine/render/tools.ts';
import { renderMarkdown } from '../../../src/rendering/markdown.ts';
import { stateAfter } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { leaves, newUser, opened } from '../../support/past-events.ts';
import { turnsDuring } from '../../support/turns.ts';

const past = [...organization(), ...newUser(10), ...newUser(11), opened(1, 'secret', [3, 11], { inviteOnly: true })];
const tools = toolsFor(async (content, context) => renderMarkdown(content, context));
const html = async (actor: number | null, content: string, writer?: number): Promise<string> => {
  const { render } = tools(stateAfter([...past, leaves(1, 11)]), actor === null ? null : user(actor));
  return (await render(content, writer === undefined ? {} : { writer: user(writer) })).html;
};

describe('rendering a text with names', () => {
  const text = (name: string) => `see #**${name}** and #**${name}>topic**`;

  it('links to streams that the writer knows of', async () => {
    for (const actor of [1, 3, 6, 11, null]) expect(await html(actor, text('secret'))).to.include('data-stream-id="1"');
  });

  it('renders an unknown stream and a missing one in the same way', async () => {
    for (const actor of [4, 8, 9, 10])
      expect(await html(actor, text('secret'))).to.equal(
        (await html(actor, text('hidden'))).replaceAll('hidden', 'secret'),
      );
  });

  it('may render the text of a user other than the one who executes the command', async () => {
    expect(await html(null, text('secret'), 10)).not.to.include('data-stream-id');
    expect(await html(10, text('secret'), 3)).to.include('data-stream-id="1"');
  });

  it('yields to the event loop between many short texts, and not for one', async () => {
    const turnsFor = (count: number, content: string) =>
      turnsDuring(async () => {
        const { render } = tools(stateAfter(past), user(1));
        for (let rendered = 0; rendered < count; rendered += 1) await render(`${content} ${rendered}`);
      });
    expect(await turnsFor(1, 'x'.repeat(2_990))).to.equal(0);
    expect(await turnsFor(500, 'x')).to.be.within(15, 30);
    expect(await turnsFor(50, 'x'.repeat(1_000))).to.be.within(15, 50);
  });

  it('resolves no names if there is no organization yet', async () => {
    const { render } = tools(undefined, null);
    expect((await render(`${text('secret')} @**User 3**`)).html).not.to.match(/data-(stream|user)-id/);
  });
});
