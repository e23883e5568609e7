/** Values that are equal are found equal by Node first: chai takes several times as long for large ones. What differs, chai shows. */
import { isDeepStrictEqual } from 'node:util';
import { config, util } from 'chai';

config.deepEqual = (one: unknown, other: unknown): boolean => isDeepStrictEqual(one, other) || util.eql(one, other);
