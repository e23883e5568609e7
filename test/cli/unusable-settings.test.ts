/** Settings in a right form that cannot be used: a start names them in one line, without credentials. */
import { join } from 'node:path';
import { expect } from 'chai';
import { startMongoServer } from '../servers/mongodb/mongo-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verbatim } from './typed.ts';

const password = 'Pa55w0rd';
const esdb = `esdb://verbatim:${password}`;
const mongodb = `mongodb://verbatim:${password}`;

const unusable: readonly (readonly [variable: string, value: string, why: RegExp])[] = [
  ['VERBATIM_HOST', '192.0.2.1', /^VERBATIM_HOST and VERBATIM_PORT cannot be used: listen EADDRNOTAVAIL/],
  ['VERBATIM_UPLOADS', '/dev/null', /^VERBATIM_UPLOADS cannot be used: ENOTDIR: not a directory/],
  ['VERBATIM_EVENT_LOG', `${esdb}@localhost?tls=maybe`, /^VERBATIM_EVENT_LOG cannot be used: true or false expected$/],
  ['VERBATIM_EVENT_LOG', `${esdb}@localhost:x`, /^VERBATIM_EVENT_LOG cannot be used: port number expected$/],
  ['VERBATIM_EVENT_LOG', `${esdb}%zz@localhost`, /^VERBATIM_EVENT_LOG cannot be used: URI malformed$/],
  ['VERBATIM_EVENT_LOG', `${esdb}@localhost?tlsCAFile=/none`, /^VERBATIM_EVENT_LOG cannot be used: .*certificate file/],
  ['VERBATIM_READ_STORE', `${mongodb}@localhost:99999/a`, /^VERBATIM_READ_STORE cannot be used: .*localhost:99999/],
  ['VERBATIM_READ_STORE', `${mongodb}@localhost/a?no=1`, /^VERBATIM_READ_STORE cannot be used: option no is not sup/],
  ['VERBATIM_READ_STORE', `${mongodb}%zz@localhost/a`, /^VERBATIM_READ_STORE cannot be used: URI malformed$/],
  [
    'VERBATIM_READ_STORE',
    `${mongodb}@localhost/a?tls=true&tlsCAFile=/none`,
    /^VERBATIM_READ_STORE cannot be used: ENOENT/,
  ],
];

const starting = async (variable: string, value: string): Promise<string> => {
  const data = join(temporaryFolder(), 'data');
  const env = { VERBATIM_MODE: 'development', VERBATIM_DATA: data, VERBATIM_PORT: '0', [variable]: value };
  // Every `serve` listens for signals for as long as the process lives.
  const command = variable === 'VERBATIM_HOST' ? 'serve' : 'realm create --subdomain a --email-domain a.example';
  const { code, complaints } = await verbatim(command, { ...env, VERBATIM_LOG_LEVEL: 'silent' });
  expect(code).to.equal(1);
  expect(complaints)
    .to.match(/^verbatim: [^\n]+$/)
    .and.not.include(password);
  return complaints.slice('verbatim: '.length);
};

describe('a setting that cannot be used', () => {
  for (const [variable, value, why] of unusable)
    it(`is named by a start: ${variable}=${value}`, async () => {
      expect(await starting(variable, value)).to.match(why);
    });

  it('is named by a start: a server of MongoDB that is no replica set', async () => {
    const mongo = await startMongoServer({ replicaSet: false });
    try {
      expect(await starting('VERBATIM_READ_STORE', `${mongo.url}a`)).to.match(
        /^VERBATIM_READ_STORE cannot be used: .* is not a replica set: start mongod with --replSet/,
      );
    } finally {
      await mongo.stop();
    }
  });
});
