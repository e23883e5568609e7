/**
 * A receiver of the trail (docs/audit.md, Push). It checks the signature, drops events that it has already, reports missing numbers, and
 * appends each event to a file before it answers. It needs only Node:
 *
 *     SECRET=whsec_… node server.mjs trail.ndjson [port]
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';

const [file = 'trail.ndjson', port = '8088'] = process.argv.slice(2);
const key = Buffer.from((process.env.SECRET ?? '').replace(/^whsec_/, ''), 'base64');
if (key.length === 0) throw new Error('SECRET is not set');
const bytesMax = 16 * 1024 * 1024;
/** The maximum age of a request, which prevents replay attacks. */
const secondsMax = 300;

/** Removes an incomplete last line, which a killed process left. Its request was not answered, so it is sent again. */
const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
const whole = text.slice(0, text.lastIndexOf('\n') + 1);
if (whole !== text) truncateSync(file, Buffer.byteLength(whole));
/** The number of the last event in the file. */
const newest = whole.trimEnd().split('\n').at(-1);
let last = newest ? numberOf(JSON.parse(newest)) : 0;
const out = openSync(file, 'a');

/** CloudEvents have the number in `sequence`, events of OCSF in `metadata.sequence`. */
function numberOf(event) {
  return Number(event.sequence ?? event.metadata?.sequence);
}

function isSigned(headers, body) {
  const at = Number(headers['webhook-timestamp']);
  if (!(Math.abs(Date.now() / 1000 - at) <= secondsMax)) return false;
  const right = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`)
    .update(body)
    .digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
    .some((given) => given.length === right.length && timingSafeEqual(given, right));
}

function take(events) {
  const fresh = events.filter((event) => numberOf(event) > last);
  if (fresh.length === 0) return;
  writeSync(out, fresh.map((event) => `${JSON.stringify(event)}\n`).join(''));
  // A request that is answered with 200 is not sent again.
  fsyncSync(out);
  for (const number of fresh.map(numberOf)) {
    if (number !== last + 1) console.error(`missing: ${last + 1} to ${number - 1}`);
    last = number;
  }
}

const server = createServer((request, response) => {
  const chunks = [];
  let bytes = 0;
  request.on('data', (chunk) => {
    bytes += chunk.length;
    if (bytes <= bytesMax) chunks.push(chunk);
  });
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    if (bytes > bytesMax) return response.writeHead(413).end();
    if (!isSigned(request.headers, body)) return response.writeHead(401).end();
    try {
      take(JSON.parse(body.toString()));
      response.writeHead(200).end();
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  });
});
server.listen(Number(port), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
