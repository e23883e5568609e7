/**
 * `npm run bench:peers`: person to person, and to a room, beside prosody and ejabberd where Debian's packages of them are
 * installed. Servers that are not installed are named and left out.
 */
import { bench } from '../command.ts';
import { peerSuites } from './suites.ts';

await bench('npm run bench:peers', peerSuites);
