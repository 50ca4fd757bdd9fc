import { join } from 'node:path';
import { describe, vi } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { WALK_MS } from '../support/long-walk/scenario.ts';
import { testPackedWalk } from '../support/packs/packed-walk.ts';
import { call } from '../support/server/api.ts';

describe('a walk of two hours without a network', () => {
  testPackedWalk({
    untilMinute: WALK_MS / 60_000,
    reloadMinute: 50,
    dueMin: 51,
    env: { MAP_PMTILES: join(projectRoot(), 'server/demo/cite.pmtiles'), RENDITIONS: '1' },
    prepare: async (origin, token, parcoursIds) => {
      const waiting = async () => {
        const { places } = await call(origin, 'listPlaces', { body: { mapIds: [...parcoursIds] } }, token);
        return places.filter(({ media }) => media !== null && media.data.rendition === null).length;
      };
      await vi.waitUntil(async () => (await waiting()) === 0, { timeout: 900_000, interval: 1000 });
    },
    timeoutMs: 1_800_000,
  });
});
