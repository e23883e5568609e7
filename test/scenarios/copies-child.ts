/** A service without HTTP that makes copies of the past as soon as it has started, for the test that kills it. */
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { openWith } from '../support/server.ts';

const pace = { eventsMin: 40, pauseMs: 1, erasedPauseMs: 1e9 };
const secret = 'a secret that only tests know, long enough';
await openWith({ pastCopies: pace })(readConfig(process.env), secret, pino({ level: 'silent' }));
