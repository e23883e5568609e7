/**
 * An outgoing-webhook bot in one file: it repeats each message, and answers `help` with a help text.
 *
 * Run it, in the repository:
 *
 *     node --import=tsx examples/outgoing-bot/server.ts          # listens at http://127.0.0.1:5002/
 *     PORT=8080 TOKEN=… node --import=tsx examples/outgoing-bot/server.ts
 *
 * A development server has an Outgoing Bot that calls this address already. Start the server, and write to the bot or mention it in a
 * stream (`@**Outgoing Bot** help`). On another server create a bot of the type "Outgoing webhook" with this address. TOKEN is the token
 * of the bot (in `services` of its row in `realm_bots`). With it, this program answers only requests of that server.
 *
 * A request is JSON: `data` (the text as it was written), `message` (the message object that clients get), `bot_email`, `trigger`
 * (`mention` or `private_message`) and `token`. The answer is JSON too: `{"content": "…"}` is sent to the same conversation, and
 * `{"response_not_required": true}` sends nothing.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { pathToFileURL } from 'node:url';

type Told = {
  readonly data: string;
  readonly token: string;
  readonly trigger: string;
  readonly message: { readonly sender_full_name: string };
};

/** The answer of the bot. To make another bot, change only this function. */
export function answer({ data, message, trigger }: Told): object {
  const words = data.replace(/@\*\*[^*]+\*\*/g, '').trim();
  if (words === '') return { response_not_required: true };
  if (words === 'help') return { content: 'Tell me something, and I say it back.' };
  const who = trigger === 'mention' ? `@**${message.sender_full_name}** ` : '';
  return { content: `${who}You said: ${words}` };
}

/** Without a token, every request is answered. */
export const outgoingBot = (token?: string): Server =>
  createServer(async (request, response) => {
    const say = (status: number, body: object, headers: Readonly<Record<string, string>> = {}): void => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
    };
    if (request.method !== 'POST') return say(405, { msg: 'Only POST is answered' }, { Allow: 'POST' });
    try {
      const told = JSON.parse(await bodyOf(request)) as Told;
      if (token !== undefined && told.token !== token) say(401, { msg: 'Another bot’s token' });
      else say(200, answer(told));
    } catch {
      say(400, { msg: 'Not what an outgoing webhook sends' });
    }
  });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const port = Number(process.env.PORT ?? 5002);
  outgoingBot(process.env.TOKEN).listen(port, '127.0.0.1', () => {
    process.stdout.write(`The bot listens at http://127.0.0.1:${port}/\n`);
  });
}
