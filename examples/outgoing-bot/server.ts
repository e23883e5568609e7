/**
 * An outgoing-webhook bot in one file: it says back what it is told, and helps when it is asked for help.
 *
 * Run it, in the repository:
 *
 *     node --import=tsx examples/outgoing-bot/server.ts          # listens at http://127.0.0.1:5002/
 *     PORT=8080 TOKEN=… node --import=tsx examples/outgoing-bot/server.ts
 *
 * A development server has an Outgoing Bot that posts there already: start the server, write to the bot or mention it in a
 * stream (`@**Outgoing Bot** help`), and it answers. Elsewhere, make a bot of the type "Outgoing webhook" with this address.
 * TOKEN is the bot's token (in `services` of its row in `realm_bots`); with it, the bot answers nobody but its own server.
 *
 * What comes is JSON: `data` (the words as they were written), `message` (all that clients see of it), `bot_email`, `trigger`
 * (`mention` or `private_message`) and `token`. What goes back is JSON too: `{"content": "…"}` is said where the bot was spoken
 * to, `{"response_not_required": true}` says nothing.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { pathToFileURL } from 'node:url';

type Told = {
  readonly data: string;
  readonly token: string;
  readonly trigger: string;
  readonly message: { readonly sender_full_name: string };
};

/** What the bot says: the only part that a bot of one's own needs to change. */
export function answer({ data, message, trigger }: Told): object {
  const words = data.replace(/@\*\*[^*]+\*\*/g, '').trim();
  if (words === '') return { response_not_required: true };
  if (words === 'help') return { content: 'Tell me something, and I say it back.' };
  const who = trigger === 'mention' ? `@**${message.sender_full_name}** ` : '';
  return { content: `${who}You said: ${words}` };
}

/** Undefined token: whoever calls is answered. */
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
