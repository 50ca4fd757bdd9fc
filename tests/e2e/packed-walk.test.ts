import { join } from 'node:path';
import { describe } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { testPackedWalk } from '../support/packs/packed-walk.ts';

describe('five minutes of a walk without a network', () => {
  testPackedWalk({
    untilMinute: 5,
    reloadMinute: 3,
    storiesWithinM: 60,
    dueMin: 3,
    env: { MAP_PMTILES: join(projectRoot(), 'server/demo/cite.pmtiles') },
  });
});
