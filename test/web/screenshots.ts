/**
 * `npm run screenshots [folder]`: pictures of every screen of the page, in light, in dark and at 360 pixels, with a small organization.
 * The screens are those that the page itself lists for an owner and an auditor, so that a new one needs no line here.
 */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { builtPage } from '../support/built-program.ts';
import { startChild } from '../support/child-server.ts';
import { sinkReceiver } from '../support/sink-receiver.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { chromiumPath, enter } from './browser.ts';
import { fillOrganization } from './shown-organization.ts';

const looks = [
  { look: 'light', colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  { look: 'dark', colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  { look: '360px', colorScheme: 'light', viewport: { width: 360, height: 740 } },
] as const;

const reason = 'Case 4711';

/** How often the script checks whether a screen is idle: a screen that follows events may never be. */
const looksMax = 40;

/** Resolves when every answer that the screen asked for is there, and nothing moves any more. */
function quietly(page: Page): () => Promise<void> {
  const open = new Set<unknown>();
  page.on('request', (request) => {
    // A poll waits for something to happen.
    if (!/\/api\/v1\/events\?/.test(request.url())) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return async () => {
    for (let [calm, looked] = [0, 0]; calm < 3 && looked < looksMax; looked += 1) {
      calm = open.size > 0 ? 0 : calm + 1;
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 60)))');
    }
    await page.evaluate('document.fonts.ready.then(() => undefined)');
  };
}

/** Pictures of one look. */
async function picture(browser: Browser, base: string, edited: number, folder: string, of: (typeof looks)[number]) {
  const { look, ...seen } = of;
  const taken: string[] = [];
  const signedIn = async (email: string) => {
    const context = await browser.newContext({ ...seen, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    const quiet = quietly(page);
    await page.goto(`${base}/`);
    await quiet();
    const take = async (name: string) => {
      const file = `${name.toLowerCase().replace(/\W+/g, '-')}-${look}.png`;
      // Nothing is under the pointer. The page may list screens only by then.
      await page.mouse.move(0, 0);
      await quiet();
      if (taken.includes(file)) return;
      await page.screenshot({ path: join(folder, file) });
      taken.push(file);
    };
    await take('sign in');
    await enter({ page, context, complaints: [] }, email);
    const go = async (fragment: string) => {
      await page.evaluate(`location.hash = ${JSON.stringify(fragment)}`);
      await quiet();
    };
    const give = async () => {
      const field = page.getByRole('textbox', { name: 'Reason' });
      if ((await field.count()) === 0) return;
      await field.first().fill(reason);
      const show = page.locator('main').getByRole('button', { name: /^(Show the|Look back|Step through)/ });
      if ((await show.count()) > 0) await show.first().click();
      await quiet();
    };
    return { page, context, take, go, give };
  };
  for (const email of ['owner@dev.example', 'auditor@dev.example']) {
    const { page, context, take, go, give } = await signedIn(email);
    await take('all messages');
    const listed = await page.locator('nav.sidebar > ul a:not([href^="#narrow"], [href="#all"])').evaluateAll((links) =>
      // Of the browser, whose types are not those of Node.
      (links as unknown as { readonly hash: string; readonly textContent: string }[]).map((link) => ({
        hash: link.hash,
        words: link.textContent,
      })),
    );
    for (const { hash, words } of listed) {
      await go(hash);
      await give();
      await take(words.trim());
    }
    if (email.startsWith('auditor')) {
      await go(`#audit/message/${edited}`);
      await give();
      await take('proof of a message');
    } else {
      await go('#narrow/stream/1-general/topic/release.204.2E2');
      await take('a topic');
      await page.getByRole('button', { name: 'edited' }).click();
      await take('every version');
    }
    await context.close();
  }
  return taken;
}

if (chromiumPath === undefined) throw new Error('No chromium was found; VERBATIM_TEST_CHROMIUM names one');
const folder = resolve(process.argv[2] ?? 'screenshots');
mkdirSync(folder, { recursive: true });
builtPage();
const server = await startChild(join(temporaryFolder(), 'data'));
const receiver = await sinkReceiver();
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
try {
  const edited = await fillOrganization(server, receiver.url);
  for (const of of looks)
    for (const file of await picture(browser, server.base, edited, folder, of)) console.log(join(folder, file));
} finally {
  await browser.close();
  await server.kill();
  await receiver.close();
}
