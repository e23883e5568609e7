import { expect } from 'chai';
import { replaceSecret } from '../../../commands/server/replace-secret.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { decideOnServer, serverAfter } from './on-server.ts';

const recorded = { type: 'SecretRecorded', data: { fingerprint: 'first' } } as const;
const replaced = (previous: string, fingerprint: string) =>
  ({ type: 'SecretReplaced', data: { fingerprint, previous } }) as const;
const ended = { type: 'SecretEnded', data: { fingerprint: 'first' } } as const;

describeCommand(replaceSecret, () => {
  const input = { fingerprint: 'second', present: 'first' };

  it('replaces the current secret with another one, once', () => {
    const happens = {
      ok: true,
      appends: [{ stream: logStream.secret(), events: [replaced('first', 'second')] }],
      result: {},
    };
    expect(decideOnServer(replaceSecret, serverAfter(recorded), input)).to.deep.equal(happens);
    // The log did not name the present one yet.
    expect(decideOnServer(replaceSecret, serverAfter(), input)).to.deep.equal(happens);
    const after = serverAfter(recorded, replaced('first', 'second'));
    expect(decideOnServer(replaceSecret, after, input)).to.deep.include({ ok: true, appends: [] });
  });

  it('waits for the end of the previous replacement, and refuses a secret that was used before', () => {
    const being = serverAfter(recorded, replaced('first', 'second'));
    expect(decideOnServer(replaceSecret, being, { fingerprint: 'third', present: 'second' })).to.deep.equal({
      ok: false,
      refusal: { code: 'secret-being-replaced' },
    });
    const over = serverAfter(recorded, replaced('first', 'second'), ended);
    expect(decideOnServer(replaceSecret, over, { fingerprint: 'first', present: 'second' })).to.deep.equal({
      ok: false,
      refusal: { code: 'secret-used-before' },
    });
    expect(decideOnServer(replaceSecret, over, { fingerprint: 'third', present: 'second' })).to.include({ ok: true });
  });
});
