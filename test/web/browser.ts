/** The web page in a real browser. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { builtPage } from '../support/built-program.ts';

/** The one without a window takes a third less processor time. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** `VERBATIM_TEST_CHROMIUM`, or the path in common distributions; undefined if there is none. */
export const chromiumPath = [process.env.VERBATIM_TEST_CHROMIUM, ...usual].find(
  (path) => path !== undefined && existsSync(path),
);

/** A host that is this machine, but of which the browser does not know that. */
export const elsewhere = 'chat.example';

/**
 * Pages live briefly here: compiler and garbage collector threads cost a sixth of the processor time, and optimizing compilers never pay
 * off.
 */
const args = [
  ...['--no-sandbox', '--js-flags=--single-threaded --no-opt --no-maglev'],
  // A page of this host was loaded without TLS. One of the machine itself counts as loaded with it.
  `--host-resolver-rules=MAP ${elsewhere} 127.0.0.1`,
];

/** One for all files of a process, at whose end it ends. */
let running: Browser | undefined;

/** The tests of a page. What they opened in the browser is closed after them. Skipped if no chromium is found. */
export function describeInBrowser(title: string, tests: (browser: () => Browser) => void): void {
  describe(title, () => {
    let browser: Browser | undefined;
    before(async function () {
      if (chromiumPath === undefined) this.skip();
      builtPage();
      browser = running?.isConnected() ? running : await chromium.launch({ executablePath: chromiumPath, args });
      running = browser;
    });
    after(() => Promise.all(browser?.contexts().map((context) => context.close()) ?? []));
    tests(() => {
      if (!browser) throw new Error('no browser');
      return browser;
    });
  });
}

/** A visitor: a page with a store of its own, and what went wrong in it. */
export type Visitor = { readonly page: Page; readonly context: BrowserContext; readonly complaints: string[] };

/** Of a visitor who wants no motion: a bar that moves for as long as something is loaded takes a third of a processor. A phone has it. */
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' };
export const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export async function visit(browser: Browser, base: string, device = desk): Promise<Visitor> {
  const context = await browser.newContext(device);
  // As long as a test may take, because a busy machine takes long.
  context.setDefaultTimeout(100_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${base}/`)) complaints.push(`elsewhere: ${request.url()}`);
    if (/[?&#](api_?key|password)=/i.test(request.url())) complaints.push(`a secret in an address: ${request.url()}`);
  });
  await page.goto(`${base}/`);
  return { page, context, complaints };
}

/** Signs in by the list of a development server. */
export async function enter({ page }: Visitor, email: string): Promise<void> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('region', { name: 'Messages' }).waitFor({ state: 'attached' });
}

/** `place`: needed right after an address was opened, because the page shows it only later, and each place has a text of its own. */
export async function say(page: Page, text: string, place?: string): Promise<void> {
  const field = page.locator('.compose textarea');
  await (place === undefined ? field : field.and(page.getByLabel(`Message ${place}`, { exact: true }))).fill(text);
  await page.keyboard.press('Enter');
}

/** Without comments and long names, because it is parsed again for each document. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Axe = {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
};

/** No accessibility violation on the screen that axe finds. */
export async function expectAccessible(page: Page): Promise<void> {
  // What scrolls is focusable once its size was observed, which is before the second frame from now.
  await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))');
  // A menu that still slides away is taken for links that jump over content.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
    .map(({ finished }) => finished)).then(() => undefined)`);
  // Not as an inline script, which the page's policy forbids: through the debugger's own door. Once a page, because it is half a megabyte.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => ({ violations }))`,
  )) as Axe;
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).to.deep.equal([]);
}

/** The screen fits a telephone, and keeps nobody out there either. */
export async function expectFitsTelephone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 700 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
  // Nothing has to be scrolled sideways to be seen.
  const isWide = '({ scrollWidth, clientWidth }) => scrollWidth > clientWidth';
  expect(await page.evaluate(`[...document.querySelectorAll('.screen, .screen table')].some(${isWide})`)).to.equal(
    false,
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Another user replaces the one who has signed in. */
export async function enterInstead(visitor: Visitor, email: string): Promise<void> {
  await visitor.page.getByRole('button', { name: 'Sign out' }).click();
  await enter(visitor, email);
}
