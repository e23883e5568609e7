export const daySecs = 24 * 60 * 60;
export const dayMs = daySecs * 1000;
