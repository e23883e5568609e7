/** POST and DELETE /users/me/alert_words: the words that alert a user. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { alertWordsAfter } from '../../src/state/alert-words.ts';
import { wordsStream } from '../../src/state/words.ts';
import { foldCase } from '../../src/vocabulary/fold-case.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';

export const changeAlertWords = defineCommand({
  name: 'change-alert-words',
  /** Existing words are not added again, and missing words are not removed. */
  input: z.object({ userId: UserId, add: z.array(z.string()), remove: z.array(z.string()) }),
  refusals: ['permission-insufficient', 'alert-words-too-many'],
  stream: ({ userId }, realmId) => logStream.words(realmId, userId, 0),
  decide(state, { userId, add, remove }, { realmId, actor }) {
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    const before = state.alertWords.get(userId) ?? [];
    const known = new Set(before.map(foldCase));
    const added = distinct(add).filter((word) => !known.has(foldCase(word)));
    const removed = distinct(remove).filter((word) => known.has(foldCase(word)));
    const words = alertWordsAfter(before, added, removed);
    if (added.length > 0 && words.length > limits.alertWordsMax)
      return refuse({ code: 'alert-words-too-many', max: limits.alertWordsMax });
    const isSame = added.length === 0 && removed.length === 0;
    const changed = { type: 'AlertWordsChanged', data: { userId, added, removed } } as const;
    return accept(isSame ? [] : [{ stream: wordsStream(state, realmId, userId), events: [changed] }], { words });
  },
});

/** Trimmed, without blank words, and without duplicates regardless of case. */
function distinct(words: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const word of words.map((one) => one.trim()))
    if (word !== '' && !byFolded.has(foldCase(word))) byFolded.set(foldCase(word), word);
  return [...byFolded.values()];
}
