/** More people and streams than one request may bring together. */
import { newUser } from '../../support/past-events.ts';
import { names, past } from './subscribing.ts';

export const manyNames = names(...Array.from({ length: 500 }, (_, at) => `stream ${at}`));
/** 501 people, with ids from 1000 on. */
export const crowd = Array.from({ length: 501 }, (_, at) => 1000 + at);
export const crowded = [...past, ...crowd.flatMap((id) => newUser(id))];
