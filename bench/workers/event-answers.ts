/** Reads what a client needs from the answer to a poll without parsing it, so that measuring costs little. */

const idMark = '"id":';
const messageMark = '"type":"message",';

/** The id of the newest event, which is the last id in the text: an event's id is at its end. -1 if there is none. */
export function newestId(body: string): number {
  const mark = body.lastIndexOf(idMark);
  return mark < 0 ? -1 : Number.parseInt(body.slice(mark + idMark.length, mark + idMark.length + 20), 10);
}

export function messagesIn(body: string): number {
  let count = 0;
  for (let at = body.indexOf(messageMark); at >= 0; at = body.indexOf(messageMark, at + messageMark.length)) count += 1;
  return count;
}
