/** The rules that make a message readable. If several apply, the first one counts. */
export const accessRules = ['recipient', 'alert to a bot', 'subscriber', 'public stream', 'history'] as const;
export type AccessRule = (typeof accessRules)[number];
