import { fetchLateFiles } from '../../platform/net/late-files.ts';

/** Fetches what the map's screen needs while something else is read, so that the map opens at once. */
export function prefetchMap(): void {
  fetchLateFiles();
}
