/** The ids of client events are log position × 1024 + index, so that the client events of one domain event are distinct and in order. */
const perPosition = 1024;

/** The most client events of one domain event. Commands that would cause more append several domain events. */
export const clientEventsMax = perPosition - 1;

export const eventIdAt = (position: number, index: number): number => position * perPosition + index;

/** The greatest id up to and including this position. */
export const lastIdAt = (position: number): number => position * perPosition + perPosition - 1;

export const positionOfId = (eventId: number): number => Math.floor(eventId / perPosition);
