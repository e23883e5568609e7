/**
 * The message that each payload becomes. Each file of `fixtures/<integration>/` has the headers and the query of a request, and the
 * expected message (null: none; "unsupported": the request is refused).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AnyIntegration, WebhookMessage } from '../../src/define/integration.ts';
import { integrations } from '../../src/webhooks/incoming/index.ts';

type Fixture = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly payload: unknown;
  readonly expected: WebhookMessage | null | 'unsupported';
};

const folder = join(import.meta.dirname, 'fixtures');

function messageOf({ body, bodies, options, eventHeader, message }: AnyIntegration, fixture: Fixture) {
  const event = eventHeader === undefined ? undefined : fixture.headers?.[eventHeader];
  const schema = (event === undefined ? undefined : bodies?.[event]) ?? body;
  return message(schema.parse(fixture.payload), { event, options: options.parse(fixture.query ?? {}) });
}

for (const integration of integrations)
  describe(`the ${integration.name} webhook`, () => {
    for (const file of readdirSync(join(folder, integration.name)))
      it(file.replace('.json', '').replaceAll('_', ' '), () => {
        const fixture = JSON.parse(readFileSync(join(folder, integration.name, file), 'utf8')) as Fixture;
        expect(messageOf(integration, fixture)).to.deep.equal(fixture.expected);
      });
  });

describe('the list of integrations', () => {
  it('has each name once, and a folder of fixtures for each', () => {
    const names = integrations.map(({ name }) => name);
    expect(new Set(names).size).to.equal(names.length);
    expect(readdirSync(folder).sort()).to.deep.equal([...names].sort());
  });

  it('has no option by the name of a parameter that every webhook takes', () => {
    const options = integrations.flatMap((integration) => Object.keys(integration.options.shape));
    expect(options.filter((name) => ['api_key', 'stream', 'topic', 'client'].includes(name))).to.deep.equal([]);
  });
});
