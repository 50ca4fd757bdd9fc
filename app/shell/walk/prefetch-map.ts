import { fetchLateFiles } from '../../platform/net/late-files.ts';
import { Scope } from '../../platform/scope.ts';

/** The files are of use whatever screen is shown by then. */
const page = new Scope();

/** Fetches what the map's screen needs while something else is read, so that the map opens at once. */
export function prefetchMap(): void {
  fetchLateFiles(page);
}

// Hot replacement would otherwise leave the old module's listener running.
import.meta.hot?.dispose(() => page.dispose());
