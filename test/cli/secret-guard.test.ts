/** A process without the new secret ends when the secret is replaced. */
import { expect } from 'chai';
import { secretGuard } from '../../src/cli/secret-guard.ts';
import type { Followed } from '../../src/engine/follow/follower.ts';
import { fingerprintOf, secretsFrom } from '../../src/engine/secrets.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { recorded } from '../support/given.ts';

const [first, second] = ['Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A', 'Zt5bR1y7Mk4UpXd2Qw8Hn3Ce0Fj6Vg9L'];

const replacedBy = (secret: string): Followed => {
  const data = { fingerprint: fingerprintOf(secret), previous: fingerprintOf(first) };
  const [event] = recorded([{ stream: logStream.secret(), event: { type: 'SecretReplaced', data } }]);
  return { event, realm: undefined, clientEvents: [] } as Followed;
};

describe('the guard of the secret', () => {
  const calls = (secrets: string[], ...steps: ('begin' | Followed)[]): number => {
    let count = 0;
    const guard = secretGuard(secretsFrom(secrets), () => {
      count += 1;
    });
    for (const step of steps)
      if (step === 'begin') guard.begin();
      else guard.see(step);
    return count;
  };

  it('ends a process that does not have the new secret, and no other', () => {
    expect(calls([first], 'begin', replacedBy(second))).to.equal(1);
    expect(calls([first, second], 'begin', replacedBy(second))).to.equal(0);
  });

  it('checks only the newest replacement when a log is read again', () => {
    expect(calls([first], replacedBy(second), replacedBy(first), 'begin')).to.equal(0);
    expect(calls([first], replacedBy(second), 'begin')).to.equal(1);
  });
});
