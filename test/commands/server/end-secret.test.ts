import { expect } from 'chai';
import { endSecret } from '../../../commands/server/end-secret.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { decideOnServer, serverAfter } from './on-server.ts';

const recorded = { type: 'SecretRecorded', data: { fingerprint: 'first' } } as const;
const replaced = { type: 'SecretReplaced', data: { fingerprint: 'second', previous: 'first' } } as const;
const ended = { type: 'SecretEnded', data: { fingerprint: 'first' } } as const;

describeCommand(endSecret, () => {
  it('ends the former secret', () => {
    expect(decideOnServer(endSecret, serverAfter(recorded, replaced), {})).to.deep.equal({
      ok: true,
      appends: [{ stream: logStream.secret(), events: [ended] }],
      result: {},
    });
  });

  it('is refused if there is none', () => {
    for (const past of [[], [recorded], [recorded, replaced, ended]])
      expect(decideOnServer(endSecret, serverAfter(...past), {})).to.deep.equal({
        ok: false,
        refusal: { code: 'secret-not-being-replaced' },
      });
  });
});
