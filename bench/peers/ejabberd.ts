/** ejabberd with archives of all chats: in Mnesia, which writes to the disk asynchronously, or in SQLite, which flushes. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Peer } from './peer.ts';

const config = (port: number, archive: string, more: string): string => `
hosts: [localhost]
loglevel: warning
log_rotate_count: 0
auth_method: [internal]
${more}
listen:
  - {port: ${port}, ip: "127.0.0.1", module: ejabberd_c2s, max_stanza_size: 262144, starttls: false}
acl:
  local: {user_regexp: ""}
access_rules:
  local: {allow: local}
  c2s: {allow: all}
  muc_create: {allow: all}
  register: {allow: all}
registration_timeout: infinity
modules:
  mod_disco: {}
  mod_roster: {}
  mod_register: {ip_access: all, access: register, password_strength: 0}
  mod_mam: {default: always, assume_mam_usage: true, db_type: ${archive}}
  mod_muc:
    access: [allow]
    access_create: muc_create
    max_users: 500
    default_room_options: {mam: true, persistent: true, anonymous: false}
`;

/** The folder of Erlang's libraries, ejabberd's among them. */
const libraries = (): string => {
  const files = execFileSync('dpkg-query', ['-L', 'ejabberd'], { encoding: 'utf8' }).split('\n');
  return dirname(dirname(dirname(files.find((file) => file.endsWith('/ebin/ejabberd.app')) ?? '')));
};

const ejabberd = (name: string, archive: string, more: (folder: string) => string): Peer => ({
  name,
  packages: ['ejabberd', 'erlang-p1-sqlite3'],
  command(folder, port) {
    const file = join(folder, 'ejabberd.yml');
    writeFileSync(file, config(port, archive, more(folder)));
    // As its own start script does, without the options for clustering and remote control.
    const erlang = ['+K', 'true', '+P', '250000', '-noinput', '-noshell', '-mnesia', 'dir', `"${folder}/mnesia"`];
    return {
      program: 'erl',
      parameters: [...erlang, '-s', 'ejabberd'],
      env: {
        ERL_LIBS: libraries(),
        ERL_MAX_PORTS: '32000',
        EJABBERD_CONFIG_PATH: file,
        EJABBERD_LOG_PATH: join(folder, 'log'),
        HOME: folder,
      },
    };
  },
});

export const ejabberdDefault = ejabberd('ejabberd', 'mnesia', () => '');
export const ejabberdDurable = ejabberd(
  'ejabberd-sqlite',
  'sql',
  (folder) => `sql_type: sqlite\nsql_database: "${folder}/archive.sqlite"`,
);
