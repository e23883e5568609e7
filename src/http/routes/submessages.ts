/** Data that clients store with messages for their widgets. */
import { z } from 'zod';
import { addSubmessage } from '../../../commands/message/add-submessage.ts';
import { MessageId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { defineChange } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { json, raw } from '../request/parameters.ts';

const text = () => raw(z.string().max(limits.submessagesLengthMax));

const postSubmessage = defineChange({
  id: 'addSubmessage',
  route: 'POST /submessage',
  summary: 'Add a submessage',
  description:
    'Adds data to a message, from which clients show a widget, for instance the votes of a poll. The data are deleted with the message.',
  parameters: z.object({
    message_id: described(json(MessageId), 'The id of the message.', 42),
    msg_type: described(text(), 'The type, which clients use to interpret the content.', 'widget'),
    content: described(text(), 'JSON text.', '{"type": "vote", "key": "1,1", "vote": 1}'),
  }),
  commands: [addSubmessage],
  async handle({ parameters, ...call }, services) {
    const { message_id: messageId, msg_type: msgType, content } = parameters;
    const { result } = await services.run(addSubmessage, { messageId, msgType, content }, call);
    call.charge(Math.floor(result.edits / limits.submessageEditsPerRequest));
  },
});

export const submessages = [postSubmessage];
