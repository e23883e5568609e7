/**
 * `npm run bench:peers`: messages from person to person and to a room, compared with prosody and ejabberd if their Debian packages are
 * installed. Servers that are not installed are named and left out.
 */
import { bench } from '../command.ts';
import { peerSuites } from './suites.ts';

await bench('npm run bench:peers', peerSuites);
