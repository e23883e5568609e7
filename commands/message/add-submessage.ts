/** POST /submessage: stores data of a client with a message. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { type SubmessagedMessage, submessagedMessage, submessageLength } from '../../src/state/submessages.ts';
import { idNamed, MessageId, type UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { placeToReact } from '../reaction/reaction-rules.ts';

export const addSubmessage = defineCommand({
  name: 'add-submessage',
  input: z.object({ messageId: idNamed(MessageId), msgType: z.string(), content: z.string() }),
  refusals: ['submessage-not-json', 'message-missing', 'submessages-too-many', 'submessages-too-long'],
  stream: ({ messageId }, realmId) => logStream.message(realmId, messageId),
  aggregate: submessagedMessage,
  decide(state, { messageId, msgType, content }, { realmId, actor, own }) {
    if (!isJson(content)) return refuse({ code: 'submessage-not-json' });
    const userId = actor as UserId;
    const place = placeToReact(state, userId, own.message);
    if (!place || own.message.status !== 'sent') return refuse({ code: 'message-missing' });
    const refused =
      obstacleTo(own.added, { msgType, content }, limits.submessagesPerMessageMax, limits.submessagesLengthMax) ??
      obstacleTo(
        own.added.filter((one) => one.userId === userId),
        { msgType, content },
        limits.submessagesPerUserMax,
        limits.submessagesLengthOfUserMax,
      );
    if (refused) return refuse(refused);
    const data = { messageId, number: own.added.length + 1, userId, place, msgType, content };
    return acceptEvent(logStream.message(realmId, messageId), { type: 'SubmessageAdded', data } as const, {
      edits: own.message.edits,
    });
  },
});

function obstacleTo(
  added: SubmessagedMessage['added'],
  next: Parameters<typeof submessageLength>[0],
  max: number,
  lengthMax: number,
) {
  if (added.length >= max) return { code: 'submessages-too-many', max } as const;
  const length = added.reduce((sum, one) => sum + one.length, submessageLength(next));
  return length > lengthMax ? ({ code: 'submessages-too-long', lengthMax } as const) : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
