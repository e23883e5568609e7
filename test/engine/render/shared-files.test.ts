/** The uploaded files that a text links: only those that its writer may share. */
import { expect } from 'chai';
import { toolsFor } from '../../../src/engine/render/tools.ts';
import { renderMarkdown } from '../../../src/rendering/markdown.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { file, pathIdOf, uploads } from '../../support/file-writes.ts';
import { stateAfter } from '../../support/given.ts';
import { user } from '../../support/organization.ts';
import { between, founded, newUser, sends, text } from '../../support/past-events.ts';

const link = (id: number, host = ''): string => `[f](${host}/user_uploads/${encodeURI(pathIdOf(id))})`;
const past = [
  founded(),
  ...newUser(1),
  ...newUser(2),
  ...Array.from({ length: 30 }, (_, at) => uploads(at + 1, 1)),
  sends(1, 1, between(1, 2), text('x', { uploads: [file(3)] })),
];
const tools = toolsFor(async (content, context) => renderMarkdown(content, context));
const sharedBy = async (writer: number, content: string, more: typeof past = []) =>
  (await tools(stateAfter([...past, ...more]), user(writer)).render(content)).uploads;

describe('the uploaded files of a text', () => {
  it('are those that it links, with a host or without, once each', async () => {
    const content = `${link(2)} ${link(1, 'https://chat.example')} ${link(2)} !${link(4)}`;
    expect(await sharedBy(1, content)).to.deep.equal([1, 2, 4]);
  });

  it('are not files that the text only mentions, for instance in code, and not missing ones', async () => {
    expect(await sharedBy(1, `\`${link(1)}\` /user_uploads/${pathIdOf(1)} ${link(99)}`)).to.equal(undefined);
  });

  it('are only those that the writer may read', async () => {
    expect(await sharedBy(2, `${link(1)} ${link(3)}`)).to.deep.equal([3]);
  });

  it('are limited in number (sharedFilesPerMessageMax)', async () => {
    const content = Array.from({ length: 30 }, (_, at) => link(at + 1)).join(' ');
    expect(await sharedBy(1, content)).to.have.length(limits.sharedFilesPerMessageMax);
  });

  it('are not those that very many messages share already (sharingMessagesPerFileMax)', async () => {
    const sharing = (count: number) =>
      Array.from({ length: count }, (_, at) => sends(at + 2, 1, between(1), text('x', { uploads: [file(1)] })));
    expect(await sharedBy(1, link(1), sharing(limits.sharingMessagesPerFileMax - 1))).to.deep.equal([1]);
    expect(await sharedBy(1, link(1), sharing(limits.sharingMessagesPerFileMax))).to.equal(undefined);
  });
});
