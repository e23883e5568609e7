/** Mentions of user groups: `@*name*` is a mention of each of its active members. */
import { expect } from 'chai';
import { toolsFor } from '../../../src/engine/render/tools.ts';
import { renderMarkdown } from '../../../src/rendering/markdown.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { stateAfter } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { groupCreated, groupDeleted } from '../../support/writes.ts';

const people = organization();
const tools = toolsFor(async (content, context) => renderMarkdown(content, context));
const rendered = (content: string, ...more: Parameters<typeof groupCreated>[]) =>
  tools(stateAfter([...people, ...more.map((one) => groupCreated(...one))]), user(1)).render(content);

describe('a mention of a user group', () => {
  const designers: Parameters<typeof groupCreated> = [3, 'Design & Co', 3, 1, 5, 6];

  it('is shown with the name of the group, and mentions its active members', async () => {
    const { html, mentioned } = await rendered('Hi @*design & CO* and @**User 2**', designers);
    expect(html).to.include('<span class="user-group-mention" data-user-group-id="3">@Design &amp; Co</span>');
    expect(mentioned).to.deep.equal([1, 2, 3, 6]);
  });

  it('mentions nobody in code, within a word, or if there is no such group', async () => {
    for (const content of [
      '`@*Design & Co*`',
      'x@*Design & Co*',
      '@*Designers*',
      '@*Design &\nCo*',
      '@_*Design & Co*',
    ]) {
      const { html, mentioned } = await rendered(content, designers);
      expect([html.includes('group-mention'), mentioned], content).to.deep.equal([false, []]);
    }
    const state = stateAfter([...people, groupCreated(...designers), groupDeleted(3)]);
    expect((await tools(state, user(1)).render('@*Design & Co*')).mentioned).to.deep.equal([]);
  });

  it('leaves emphasis and mentions of users as they are', async () => {
    const { html } = await rendered('*a* @**User 1** @*none* @ *b*', designers);
    expect(html).to.equal(
      '<p><em>a</em> <span class="user-mention" data-user-id="1">@User 1</span> @<em>none</em> @ <em>b</em></p>',
    );
  });

  it('notifies a limited number of users by groups in one message; further groups are shown and notify nobody (mentionedByGroupsMax)', async () => {
    const size = limits.mentionedByGroupsMax / 4;
    const crowd = Array.from({ length: 5 * size }, (_, index) => index + 10);
    const groups = Array.from({ length: 5 }, (_, index) =>
      groupCreated(index + 1, `g${index}`, ...crowd.slice(index * size, (index + 1) * size)),
    );
    const state = stateAfter([...people, ...crowd.flatMap((id) => newUser(id)), ...groups]);
    const { html, mentioned } = await tools(state, user(1)).render('@*g0* @*g1* @*g2* @*g3* @*g4* @*g0*');
    expect(html.match(/user-group-mention/g)).to.have.lengthOf(6);
    expect(mentioned).to.deep.equal(crowd.slice(0, limits.mentionedByGroupsMax));
  });
});
