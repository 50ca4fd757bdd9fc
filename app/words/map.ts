/** Words of the map in a walk, and of places that share a spot. */
export const mapStrings = {
  following: 'La carte vous suit',
  sharedSpot: (count: number) => `${count}\u00a0lieux au même endroit`,
  heard: 'écouté',
} as const;
