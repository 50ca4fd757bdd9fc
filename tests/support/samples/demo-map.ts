import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PMTiles } from 'pmtiles';
import { projectRoot } from '../../../server/project-root.ts';

/** The map of the demo: an archive of the Cité, with streets down to zoom 15. */
export const DEMO_MAP = join(projectRoot(), 'server/demo/cite.pmtiles');

/** Opens an archive in memory, as a browser does. */
export function openArchive(bytes: Uint8Array): PMTiles {
  const whole = new Uint8Array(bytes).buffer;
  return new PMTiles({
    getKey: () => 'archive',
    getBytes: async (offset, length) => ({ data: whole.slice(offset, offset + length) }),
  });
}

/** Opens the demo's map in memory. */
export function openDemoMap(): PMTiles {
  return openArchive(readFileSync(DEMO_MAP));
}
