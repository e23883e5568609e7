import { changeAlertWords } from '../../../commands/user/change-alert-words.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { alertedBy } from '../../support/writes.ts';

const past = organization();
const of = (words: { add?: string[]; remove?: string[] }) => ({ userId: user(3), add: [], remove: [], ...words });
const happens = (added: string[], removed: string[] = []) => ({
  stream: logStream.words(realmId, user(3), 0),
  events: [{ type: 'AlertWordsChanged' as const, data: { userId: user(3), added, removed } }],
});

describeCommand(changeAlertWords, () => {
  it('adds words, trimmed, each once regardless of case, and returns all', () => {
    const when = given(past, alertedBy(3, ['cake'])).when(
      changeAlertWords,
      of({ add: [' Lunch ', 'lunch', 'CAKE', ' ', ''] }),
      { actor: 3 },
    );
    when.thenHappens(happens(['Lunch']));
    when.thenAnswers({ words: ['cake', 'Lunch'] });
  });

  it('removes words, and ignores unknown ones', () => {
    const when = given(past, alertedBy(3, ['Cake', 'tea'])).when(changeAlertWords, of({ remove: ['CAKE', 'milk'] }), {
      actor: 3,
    });
    when.thenHappens(happens([], ['CAKE']));
    when.thenAnswers({ words: ['tea'] });
  });

  it('records nothing if nothing changes', () => {
    for (const words of [{}, { add: ['CAKE'] }, { remove: ['tea'] }]) {
      const when = given(past, alertedBy(3, ['cake'])).when(changeAlertWords, of(words), { actor: 3 });
      when.thenNothing();
      when.thenAnswers({ words: ['cake'] });
    }
  });

  it('refuses more words than a user may have (alertWordsMax)', () => {
    const full = Array.from({ length: limits.alertWordsMax }, (_, number) => `word ${number}`);
    given(past)
      .when(changeAlertWords, of({ add: full }), { actor: 3 })
      .thenHappens(happens(full));
    given(past, alertedBy(3, full))
      .when(changeAlertWords, of({ add: ['one more'] }), { actor: 3 })
      .thenRefused('alert-words-too-many', { max: limits.alertWordsMax });
  });

  it('is refused for another user', () => {
    given(past)
      .when(changeAlertWords, of({ add: ['cake'] }), { actor: 1 })
      .thenRefused('permission-insufficient');
  });
});
