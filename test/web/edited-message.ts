/** What pages about the record are tried with: a message that was edited, and an auditor who has signed in. */
import type { Browser } from 'playwright-core';
import type { TestServer } from '../support/server.ts';
import { enter, type Visitor, visit } from './browser.ts';

export async function editedMessage(
  server: TestServer,
  browser: Browser,
): Promise<{ readonly auditor: Visitor; readonly messageId: number }> {
  const max = server.as('member');
  const message = { type: 'stream', to: 'general', topic: 'lunch', content: 'soup at noon' };
  const messageId = Number((await max.post('/messages', message)).body.id);
  await max.patch(`/messages/${messageId}`, { content: 'soup at one' });
  const auditor = await visit(browser, server.base);
  await enter(auditor, 'auditor@dev.example');
  return { auditor, messageId };
}
