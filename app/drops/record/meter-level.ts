/** The quietest level that a meter shows. */
export const LEVEL_FLOOR_DB = -60;

/** How fast a meter falls after a peak: slowly enough to read, as on a mixing desk. */
const FALL_DB_PER_S = 24;

/**
 * Returns the next level of a peak meter: a louder peak at once; otherwise it falls towards the quieter one.
 *
 * @param shownDb the shown level, in dBFS.
 * @param peak the loudest sample since, 0 to 1.
 * @param elapsedS time since `shownDb` was shown.
 * @returns dBFS, from {@link LEVEL_FLOOR_DB} to 0.
 */
export function nextLevelDb(shownDb: number, peak: number, elapsedS: number): number {
  const peakDb = peak > 0 ? 20 * Math.log10(peak) : LEVEL_FLOOR_DB;
  const fallenDb = shownDb - FALL_DB_PER_S * Math.max(0, elapsedS);
  return Math.min(0, Math.max(LEVEL_FLOOR_DB, peakDb, fallenDb));
}
