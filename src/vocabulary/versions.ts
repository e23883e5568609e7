/** The version of the server, under both names that clients read. */
import manifest from '../../package.json' with { type: 'json' };

export const serviceVersion: string = manifest.version;

/** The release of Zulip whose API this is. Clients of that family compare it. */
const zulipVersion = '3.1';

/** All features up to this level of the API are supported. */
const featureLevel = 27;

/** The version fields in server settings and in registrations. */
export const versionFields = {
  service_version: serviceVersion,
  service_feature_level: featureLevel,
  zulip_version: zulipVersion,
  zulip_feature_level: featureLevel,
} as const;
