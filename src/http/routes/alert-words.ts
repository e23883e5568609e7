/** Words that alert a user when they occur in a message. */
import { z } from 'zod';
import { changeAlertWords } from '../../../commands/user/change-alert-words.ts';
import type { Call } from '../../define/endpoint.ts';
import { preferencesOf } from '../../queries/preferences.ts';
import { limits } from '../../vocabulary/limits.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { json } from '../request/parameters.ts';
import type { ServicesRunning } from '../services.ts';

const answered = {
  response: z.object({ alert_words: z.array(z.string()).describe("All of the caller's words") }),
  example: { alert_words: ['lunch', 'fire drill'] },
};

const getWords = defineEndpoint({
  id: 'getAlertWords',
  route: 'GET /users/me/alert_words',
  summary: 'List alert words',
  description: 'Returns the alert words of the caller.',
  ...answered,
  handle: ({ realmId, userId }, services) =>
    services.read(async (view) => ({ alert_words: (await preferencesOf(view, realmId, userId)).alertWords ?? [] })),
});

const change = async (
  call: Call<unknown>,
  services: ServicesRunning<typeof changeAlertWords>,
  words: { readonly add?: string[]; readonly remove?: string[] },
) => {
  const input = { userId: call.userId, add: words.add ?? [], remove: words.remove ?? [] };
  const { result } = await services.run(changeAlertWords, input, call);
  return { alert_words: result.words };
};

const words = (schema: z.ZodString, description: string) =>
  described(json(z.array(schema).max(limits.alertWordsPerRequestMax)), description, ['lunch']);

const addWords = defineEndpoint({
  id: 'addAlertWords',
  route: 'POST /users/me/alert_words',
  summary: 'Add alert words',
  description:
    'Adds alert words for the caller. A message that the caller receives has the flag `has_alert_word` if it contains one of them. Case is ignored.',
  parameters: z.object({
    alert_words: words(z.string().max(limits.alertWordLengthMax), 'The words, at most 100 characters each.'),
  }),
  ...answered,
  commands: [changeAlertWords],
  handle: (call, services) => change(call, services, { add: call.parameters.alert_words }),
});

const removeWords = defineEndpoint({
  id: 'removeAlertWords',
  route: 'DELETE /users/me/alert_words',
  summary: 'Remove alert words',
  description: 'Removes alert words of the caller. Words that are not in the list are ignored.',
  parameters: z.object({ alert_words: words(z.string(), 'The words.') }),
  ...answered,
  commands: [changeAlertWords],
  handle: (call, services) => change(call, services, { remove: call.parameters.alert_words }),
});

export const alertWords = [getWords, addWords, removeWords];
