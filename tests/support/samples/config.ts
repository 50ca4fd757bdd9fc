import type { AppConfig } from '../../../contracts/config.ts';

/** A deployment's configuration with nothing in it, but for what is `given`. */
export function configOf(given: Partial<AppConfig> = {}): AppConfig {
  return {
    mapStyleUrl: '',
    mapStyleDarkUrl: null,
    mapTiles: null,
    geocoderUrl: '',
    googleClientId: null,
    hasPasskeys: false,
    sendsMail: false,
    uploadMaxBytes: 1_000_000,
    identity: {
      associationName: null,
      associationContact: null,
      hostingName: null,
      dpoContact: null,
      websiteUrl: null,
      socialUrl: null,
    },
    ...given,
  };
}

/** That of a deployment with a map of its own. */
export const WITH_TILES = configOf({ mapTiles: { link: '/v1/map/tiles/all.pmtiles', attribution: 'Somebody' } });
