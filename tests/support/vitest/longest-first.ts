import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longer than half a minute, or than their size tells, by a run on two cores: the longest of a project first.
 * One that began last would run on alone, while the other cores have nothing left to do.
 */
export const LONGEST = [
  'tests/app/map/map-canvas.browser.test.tsx',
  'tests/app/drops/record/record-tool.browser.test.tsx',
  'tests/app/walk/listening.browser.test.ts',
  'tests/e2e/panes.test.ts',
  'tests/e2e/installed.test.ts',
  'tests/e2e/demo.test.ts',
  'tests/e2e/packed-walk.test.ts',
  'tests/e2e/authors-week.test.ts',
  'tests/e2e/tellings.test.ts',
  'tests/e2e/moderation.test.ts',
  'tests/e2e/outbox.test.ts',
  'tests/server/permissions.test.ts',
  'tests/server/cluster/media-bucket.test.ts',
  'tests/server/malformed-input.test.ts',
  'tests/server/main.test.ts',
  'tests/server/domain/media/renditions/stored-renditions.test.ts',
  'tests/server/full-disk.test.ts',
  'tests/server/stored-values.test.ts',
  'tests/server/full-at-start.test.ts',
  'tests/server/exchange/operator-exchange.test.ts',
  'tests/soak/restless.test.ts',
  'tests/soak/hostile-texts.test.ts',
  'tests/soak/outbox-faults.test.ts',
  'tests/soak/server-faults.test.ts',
  'tests/soak/recording.test.ts',
  'tests/soak/long-walk.test.ts',
  'tests/soak/packed-walk.test.ts',
  'tests/soak/killed-renditions.test.ts',
  'tests/soak/move.test.ts',
];

/** Begins each project with its {@link LONGEST} files; the others follow in Vitest's order, in a clean clone by their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return sorted.sort(
      (a, b) => projects.indexOf(a.project) - projects.indexOf(b.project) || rank(a.moduleId) - rank(b.moduleId),
    );
  }
}

function rank(file: string): number {
  const found = LONGEST.findIndex((longest) => file.endsWith(`/${longest}`));
  return found === -1 ? LONGEST.length : found;
}
