import { changeAlertWords } from '../../../commands/user/change-alert-words.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { appends, askingFor, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { alertedBy } from '../../support/writes.ts';

const past = organization();
const asks = askingFor(changeAlertWords, past);
const of = (words: { add?: string[]; remove?: string[] }) => ({ userId: user(3), add: [], remove: [], ...words });
const happens = (added: string[], removed: string[] = []) =>
  appends(logStream.words(realmId, user(3), 0), 'AlertWordsChanged', { userId: user(3), added, removed });

describeCommand(changeAlertWords, () => {
  it('adds words, trimmed, each once regardless of case, and returns all', () => {
    const when = asks(3, of({ add: [' Lunch ', 'lunch', 'CAKE', ' ', ''] }), alertedBy(3, ['cake']));
    when.thenHappens(happens(['Lunch']));
    when.thenAnswers({ words: ['cake', 'Lunch'] });
  });

  it('removes words, and ignores unknown ones', () => {
    const when = asks(3, of({ remove: ['CAKE', 'milk'] }), alertedBy(3, ['Cake', 'tea']));
    when.thenHappens(happens([], ['CAKE']));
    when.thenAnswers({ words: ['tea'] });
  });

  it('records nothing if nothing changes', () => {
    for (const words of [{}, { add: ['CAKE'] }, { remove: ['tea'] }]) {
      const when = asks(3, of(words), alertedBy(3, ['cake']));
      when.thenNothing();
      when.thenAnswers({ words: ['cake'] });
    }
  });

  it('refuses more words than a user may have (alertWordsMax)', () => {
    const full = Array.from({ length: limits.alertWordsMax }, (_, number) => `word ${number}`);
    asks(3, of({ add: full })).thenHappens(happens(full));
    asks(3, of({ add: ['one more'] }), alertedBy(3, full)).thenRefused('alert-words-too-many', {
      max: limits.alertWordsMax,
    });
  });

  it('is refused for another user', () => {
    asks(1, of({ add: ['cake'] })).thenRefused('permission-insufficient');
  });
});
