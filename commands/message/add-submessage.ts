/** POST /submessage: keeps something of a client's own with a message. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { submessagedMessage, submessageLength } from '../../src/state/submessages.ts';
import { idNamed, MessageId, type UserId } from '../../src/vocabulary/ids.ts';
import { submessagesLengthMax, submessagesPerMessageMax } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { placeToReact } from '../reaction/reaction-rules.ts';

export const addSubmessage = defineCommand({
  name: 'add-submessage',
  summary: 'Add a submessage to a message',
  input: z.object({ messageId: idNamed(MessageId), msgType: z.string(), content: z.string() }),
  refusals: ['submessage-not-json', 'message-missing', 'submessages-too-many', 'submessages-too-long'],
  stream: ({ messageId }, realmId) => logStream.message(realmId, messageId),
  aggregate: submessagedMessage,
  decide(state, { messageId, msgType, content }, { realmId, actor, own }) {
    if (!isJson(content)) return refuse({ code: 'submessage-not-json' });
    const userId = actor as UserId;
    const place = placeToReact(state, userId, own.message);
    if (!place || own.message.status !== 'sent') return refuse({ code: 'message-missing' });
    if (own.count >= submessagesPerMessageMax)
      return refuse({ code: 'submessages-too-many', max: submessagesPerMessageMax });
    if (own.length + submessageLength({ msgType, content }) > submessagesLengthMax)
      return refuse({ code: 'submessages-too-long', lengthMax: submessagesLengthMax });
    const data = { messageId, number: own.count + 1, userId, place, msgType, content };
    return accept(
      [{ stream: logStream.message(realmId, messageId), events: [{ type: 'SubmessageAdded', data } as const] }],
      { edits: own.message.edits },
    );
  },
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
