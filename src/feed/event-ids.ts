/** Ids of client events: position × 1024 + index, so that several made from one event of the log are distinct and in order. */
const perPosition = 1024;

/** One domain event yields at most this many; larger acts append several. */
export const clientEventsMax = perPosition - 1;

export const eventIdAt = (position: number, index: number): number => position * perPosition + index;

/** The id that stands for "everything up to and including this position". */
export const lastIdAt = (position: number): number => position * perPosition + perPosition - 1;

export const positionOfId = (eventId: number): number => Math.floor(eventId / perPosition);
