import type { LngLatBox } from '../../../contracts/rings.ts';

/** A stored PMTiles archive of the surroundings of places. */
export interface MapExtract {
  readonly sha256: string;
  readonly bytes: number;
  /** Path on the API's origin from which it can be downloaded. */
  readonly link: string;
}

/** Cuts the surroundings of places out of the deployment's map. */
export interface MapExtracts {
  /** Returns the extract around this box, in turn for `owner`; null if the deployment has no map of its own there. */
  around(box: LngLatBox, owner: string): Promise<MapExtract | null>;
}

/** For a deployment without a map of its own. */
export const NO_MAP_EXTRACTS: MapExtracts = { around: async () => null };
