/** What a client reads in the answer to a poll, found without parsing any of it: who measures should cost little. */

const idMark = '"id":';
const messageMark = '"type":"message",';

/** An event's id stands at its end (a message's own id stands inside), the newest event at the end. -1: there is none. */
export function newestId(body: string): number {
  const mark = body.lastIndexOf(idMark);
  return mark < 0 ? -1 : Number.parseInt(body.slice(mark + idMark.length, mark + idMark.length + 20), 10);
}

export function messagesIn(body: string): number {
  let count = 0;
  for (let at = body.indexOf(messageMark); at >= 0; at = body.indexOf(messageMark, at + messageMark.length)) count += 1;
  return count;
}
