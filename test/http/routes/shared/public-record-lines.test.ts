import { expect } from 'chai';
import { publicRecordLines } from '../../../../src/http/routes/shared/public-record-lines.ts';
import { realmId } from '../../../support/given.ts';

describe('the lines of a public record', () => {
  it('are made with breaks between pages without a public message, so that other requests are served meanwhile', async () => {
    const done: string[] = [];
    const page = (last?: number) => () => {
      done.push('page');
      const end = performance.now() + 10;
      while (performance.now() < end);
      return { found: [], last };
    };
    const answers = [() => ({}), () => () => [], () => [], page(100), page(200), page()];
    const services = { read: () => Promise.resolve(answers.shift()?.()), eventTime: () => 0 };
    setImmediate(() => done.push('another request'));
    const lines: string[] = [];
    for await (const line of publicRecordLines(realmId, services as never, () => true)) lines.push(line);
    expect(lines).to.have.length(2);
    expect(done).to.deep.equal(['page', 'another request', 'page', 'page']);
  });
});
