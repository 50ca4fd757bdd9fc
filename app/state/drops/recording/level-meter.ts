/** The quietest level that a meter shows. */
export const LEVEL_FLOOR_DB = -60;

/** How fast a meter falls after a peak: slow enough to be read, as on a mixing desk. */
const FALL_DB_PER_S = 24;

/**
 * What a peak meter shows next: a louder peak at once, a quieter one by falling towards it.
 *
 * @param shownDb what it shows, in dBFS.
 * @param peak the loudest sample since, 0 to 1.
 * @param elapsedS how long ago `shownDb` was.
 * @returns dBFS, from {@link LEVEL_FLOOR_DB} to 0.
 */
export function nextLevelDb(shownDb: number, peak: number, elapsedS: number): number {
  const peakDb = peak > 0 ? 20 * Math.log10(peak) : LEVEL_FLOOR_DB;
  const fallenDb = shownDb - FALL_DB_PER_S * Math.max(0, elapsedS);
  return Math.min(0, Math.max(LEVEL_FLOOR_DB, peakDb, fallenDb));
}
