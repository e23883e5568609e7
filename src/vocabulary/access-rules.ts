/**
 * The rules that make a message readable. If several apply, the first one counts. An alert sends it to the server of an outgoing-webhook bot,
 * and to none of the bot's event queues.
 */
export const accessRules = ['recipient', 'subscriber', 'public stream', 'history', 'alert to a bot'] as const;
export type AccessRule = (typeof accessRules)[number];
