/** prosody with archives of all chats: in its own files, which it never flushes to the disk, or in SQLite, which it flushes. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Peer } from './peer.ts';

const config = (folder: string, port: number, archive: string): string => `
run_as_root = true; daemonize = false; pidfile = "${folder}/pid"; data_path = "${folder}"
interfaces = { "127.0.0.1" }; local_interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }; c2s_direct_tls_ports = {}; s2s_ports = {}; http_ports = {}; https_ports = {}
modules_enabled = { "roster", "saslauth", "disco", "mam", "register", "presence", "message", "iq", "c2s" }
modules_disabled = { "s2s", "tls", "offline", "admin_socket" }
authentication = "internal_plain"; allow_unencrypted_plain_auth = true; allow_registration = true
c2s_require_encryption = false; s2s_require_encryption = false
default_storage = "internal"; storage = { archive = "${archive}"; muc_log = "${archive}" }
sql = { driver = "SQLite3", database = "archive.sqlite" }
default_archive_policy = true; archive_expires_after = "never"; log = { warn = "*console" }
VirtualHost "localhost"
Component "conference.localhost" "muc"
  modules_enabled = { "muc_mam" }; muc_log_by_default = true; muc_log_all_rooms = true; muc_room_locking = false
`;

const prosody = (name: string, archive: string): Peer => ({
  name,
  packages: ['prosody', 'lua-dbi-sqlite3'],
  command(folder, port) {
    const file = join(folder, 'prosody.cfg.lua');
    writeFileSync(file, config(folder, port, archive));
    return { program: 'prosody', parameters: ['--config', file, '-F'] };
  },
});

export const prosodyDefault = prosody('prosody', 'internal');
export const prosodyDurable = prosody('prosody-sqlite', 'sql');
