import { expect } from 'chai';
import { createLinkifier } from '../../../commands/realm/create-linkifier.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { linkifierCreated, linkifierDeleted } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(createLinkifier, past);
const pattern = '#(?P<id>[0-9]+)';
const urlFormat = 'https://t.example/%(id)s';
const created = (id: number) =>
  appends(logStream.realm(realmId), 'LinkifierCreated', { linkifier: { id: id as never, pattern, urlFormat } });

describeCommand(createLinkifier, () => {
  it('is only for administrators, and assigns no id twice', () => {
    for (const actor of [1, 2]) {
      const wanted = { pattern: ` ${pattern} `, urlFormat: ` ${urlFormat} ` };
      const result = asks(actor, wanted).thenHappens(created(1));
      expect(result).to.deep.equal({ linkifierId: 1 });
    }
    for (const actor of [3, 4, 6]) asks(actor, { pattern, urlFormat }).thenRefused('administrator-required');
    asks(2, { pattern, urlFormat }, linkifierCreated(7), linkifierDeleted(7)).thenHappens(created(8));
  });

  it('refuses invalid patterns and invalid addresses', () => {
    for (const [bad, field, detail] of [
      [{ pattern: '#[0-9]+', urlFormat }, 'pattern', /^Invalid filter pattern/],
      [{ pattern, urlFormat: 'x' }, 'url_format_string', /^Enter a valid URL\.$/],
      [{ pattern, urlFormat: 'https://x/%(y)s' }, 'url_format_string', /^Invalid URL format string\.$/],
    ] as const) {
      const { decision } = asks(3, bad);
      if (decision.ok || decision.refusal.code !== 'linkifier-invalid') throw new Error(JSON.stringify(bad));
      if (decision.refusal.field !== field || !detail.test(decision.refusal.detail)) throw new Error(field);
    }
  });

  it('refuses a pattern that exists, and more patterns than the limit (linkifiersMax)', () => {
    const first = asks(2, { pattern, urlFormat });
    first.andThen().when(createLinkifier, { pattern, urlFormat }, { actor: 2 }).thenRefused('linkifier-taken');
    const many = Array.from({ length: limits.linkifiersMax }, (_, index) => linkifierCreated(index + 1));
    asks(2, { pattern, urlFormat }, many).thenRefused('linkifiers-too-many');
  });
});
