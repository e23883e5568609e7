/** Whatever an integration receives, it sends a message, ignores it, or refuses it: it never fails. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import type { AnyIntegration } from '../../src/define/integration.ts';
import { integrations } from '../../src/webhooks/incoming/index.ts';
import { shortenContent, shortenTopic } from '../../src/webhooks/shorten-text.ts';

type Payload = { readonly event: string | undefined; readonly payload: unknown };

/** The payloads of an integration's fixtures. */
function knownOf({ name, eventHeader }: AnyIntegration): Payload[] {
  const folder = join(import.meta.dirname, 'fixtures', name);
  return readdirSync(folder).map((file) => {
    const { headers = {}, payload } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      headers?: Record<string, string>;
      payload: unknown;
    };
    return { event: eventHeader === undefined ? undefined : headers[eventHeader], payload };
  });
}

/** These show whatever their options select. */
const shownAsSent = new Set(['helloworld', 'json']);

function check({ name, body, bodies, options, message }: AnyIntegration, { event, payload }: Payload): void {
  const read = ((event !== undefined && bodies?.[event]) || body).safeParse(payload);
  if (!read.success) return;
  const text = message(read.data, { event, options: options.parse({}) });
  if (text === null || text === 'unsupported') return;
  expect([...shortenTopic(text.topic, '(no topic)')].length).to.be.within(1, 60);
  expect(Buffer.byteLength(shortenContent(text.content))).to.be.at.most(10_000);
  if (!shownAsSent.has(name)) expect(text.content).to.not.include('@**all**');
}

/** A value somewhere in a payload is replaced: `way` chooses where, one number for each level. */
function changed(value: unknown, way: readonly number[], to: unknown): unknown {
  const [first, ...rest] = way;
  if (first === undefined || typeof value !== 'object' || value === null) return to;
  const names = Object.keys(value);
  const name = names[first % Math.max(1, names.length)];
  if (name === undefined) return to;
  const inside = changed((value as Record<string, unknown>)[name], rest, to);
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? inside : item));
  return { ...value, [name]: inside };
}

const odd = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '',
    ' ',
    '@**all**',
    '```',
    '~~~',
    '[]()',
    'x'.repeat(20_000),
    '\u{1f600}'.repeat(9_000),
    -1,
    1e308,
    [],
    {},
  ),
);

/** Each way to a value in a payload that is neither an object nor a list. */
function* waysIn(value: unknown): Generator<readonly number[]> {
  if (typeof value !== 'object' || value === null) yield [];
  else for (const [at, inside] of Object.values(value).entries()) for (const way of waysIn(inside)) yield [at, ...way];
}

for (const integration of integrations)
  describe(`odd payloads of the ${integration.name} webhook`, () => {
    const known = knownOf(integration);

    it('any JSON', () => {
      fc.assert(
        fc.property(fc.constantFrom(...known), fc.jsonValue(), ({ event }, payload) =>
          check(integration, { event, payload }),
        ),
        { numRuns: 80 },
      );
    });

    it('a known payload with a mention in any one place', () => {
      for (const { event, payload } of known)
        for (const way of waysIn(payload)) check(integration, { event, payload: changed(payload, way, '@**all**') });
    });

    it('a known payload with other values in it', () => {
      const way = fc.array(fc.nat(30), { minLength: 1, maxLength: 8 });
      const changes = fc.array(fc.tuple(way, odd), { minLength: 1, maxLength: 3 });
      fc.assert(
        fc.property(fc.constantFrom(...known), changes, ({ event, payload }, all) => {
          check(integration, {
            event,
            payload: all.reduce((value, [where, to]) => changed(value, where, to), payload),
          });
        }),
        { numRuns: 240 },
      );
    });
  });
