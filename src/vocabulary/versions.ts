/** The version of the server, under both names that clients look for. */
import manifest from '../../package.json' with { type: 'json' };

/** Verbatim's own version. */
export const serviceVersion: string = manifest.version;

/** The release whose interface this is: clients of that family compare it. */
const zulipVersion = '3.1';

/** All features up to this level of the interface are there. */
const featureLevel = 27;

/** The fields of server settings and of registrations. */
export const versionFields = {
  service_version: serviceVersion,
  service_feature_level: featureLevel,
  zulip_version: zulipVersion,
  zulip_feature_level: featureLevel,
} as const;
