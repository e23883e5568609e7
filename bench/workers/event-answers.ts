/** What a client reads in the answer to a poll, found without parsing all of it: who measures should cost little. */

/** An event's id stands at its end (a message's own id stands inside). -1: there is none. */
export const newestId = (body: string): number => Number([...body.matchAll(/"id":(\d+)\}[,\]]/g)].at(-1)?.[1] ?? -1);

export const messagesIn = (body: string): number => body.split('"type":"message",').length - 1;
