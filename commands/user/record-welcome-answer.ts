/** Records that the Welcome Bot is about to answer a person, which it does once. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { preferencesOf } from '../../src/state/preferences.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

export const recordWelcomeAnswer = defineCommand({
  name: 'record-welcome-answer',
  input: z.object({ userId: UserId }),
  refusals: [],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide({ preferences }, { userId }, { realmId }) {
    if (preferencesOf(preferences, userId).welcomeAnswered) return accept([], {});
    const events = [{ type: 'WelcomeAnswered', data: { userId } } as const];
    return accept([{ stream: logStream.user(realmId, userId), events }], {});
  },
});
