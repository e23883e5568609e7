/** What the tests of one visitor do again and again, and how they hold back answers. All messages are in the stream `general`. */
import type { Locator, Page } from 'playwright-core';
import type { AccountName } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import type { TestServer } from '../support/server.ts';
import { withResolvers } from '../support/with-resolvers.ts';

/** Enters one of the names that the field offers. */
export async function pick(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  await field.press('Enter');
}

/** The names that a field offers. */
export const offeredBy = (field: Locator): Promise<string[]> =>
  field.evaluate((one) => {
    // Of the browser, whose types are not those of Node.
    const { list } = one as unknown as { readonly list: { readonly options: Iterable<{ readonly value: string }> } };
    return [...list.options].map(({ value }) => value);
  });

export function actsOf(served: () => TestServer, page: () => Page) {
  const send = async (as: AccountName, message: Readonly<Record<string, string>>): Promise<number> =>
    Number(
      succeeded(
        await served()
          .as(as)
          .post('/messages', { type: 'stream', to: 'general', ...message }),
      ).id,
    );
  const post = (topic: string, content: string, as: AccountName = 'member'): Promise<number> =>
    send(as, { topic, content });
  /**
   * As the visitor would in another tab, so that it is read at once. What is deleted before the page could mark it as read must be, because the
   * server refuses such a mark.
   */
  const write = (topic: string, content: string): Promise<number> =>
    send('member', { topic, content, client: 'website' });
  const read = async (id: number) => {
    const asked = { anchor: id, num_before: 0, num_after: 0 };
    return succeeded(await served().as('member').get('/messages', asked)).messages?.[0];
  };
  const shown = (text: string): Locator => page().locator('.message:not(.is-pending)', { hasText: text });
  /** `last`: undefined if the topic has no messages, but other messages are shown before. */
  const open = async (topic: string, last?: string): Promise<void> => {
    await page().goto(`${served().base}/#narrow/stream/1-general/topic/${topic}`);
    await (last === undefined ? page().getByText('There are no messages here.') : shown(last)).waitFor();
  };
  const edit = async (text: string): Promise<Locator> => {
    await shown(text).hover();
    await shown(text).getByRole('button', { name: 'Edit', exact: true }).click();
    return page().locator('form.edit');
  };
  /** Holds back the answers to requests until the returned function is called. */
  const hold = async (address: string, times?: number) => {
    const [released, asked] = [withResolvers(), withResolvers()];
    await page().route(
      address,
      async (route) => {
        const response = await route.fetch();
        asked.resolve();
        await released.promise;
        await route.fulfill({ response });
      },
      times === undefined ? {} : { times },
    );
    return { release: released.resolve, answered: asked.promise };
  };
  /** Posts messages, of which only the first one has a place of its own in the order. */
  const postAll = async (topic: string, contents: readonly string[], as: AccountName = 'member'): Promise<number> => {
    const [first = '', ...others] = contents;
    const id = await post(topic, first, as);
    await Promise.all(others.map((content) => post(topic, content, as)));
    return id;
  };
  /** Posts messages that are higher than the screen together. The last one is `last`. */
  const fill = async (topic: string, count: number, last: string): Promise<void> => {
    await Promise.all(Array.from({ length: count - 1 }, () => post(topic, 'tall\n'.repeat(30), 'admin')));
    await post(topic, `${last}\n${'tall\n'.repeat(30)}`, 'admin');
    await shown(last).waitFor();
  };
  /** Resolves when the document has this title. */
  const titled = (words: string): Promise<unknown> =>
    page().evaluate(`new Promise((done) => {
      const look = () => (document.title === ${JSON.stringify(words)} ? done() : requestAnimationFrame(look));
      look();
    })`);
  const listed = (): Promise<string[]> => page().locator('.message .rendered').allTextContents();
  return { post, postAll, write, read, shown, open, edit, hold, fill, listed, titled };
}
