import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import type { EngineName } from '../support/engines/engine.ts';
import { missingFor } from '../support/engines/engines.ts';
import { recordingSaved, upload, zoneDrawn } from './authoring.ts';
import { logout, twoTabs } from './leaving.ts';
import {
  login,
  mapDrawn,
  offlineShell,
  storyFetchedAhead,
  storyPlaysAndSeeks,
  walkThroughTwoPlaces,
} from './listening.ts';
import { openStage, type Stage } from './stage.ts';

/** What the app is tried by in each engine. A step begins where a step that went well ends. */
const STEPS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  login,
  'map drawn': mapDrawn,
  'story plays and seeks': storyPlaysAndSeeks,
  '‘sur place’ through two places': walkThroughTwoPlaces,
  'm4a uploaded': upload('moov-at-end.m4a', 'Un m4a'),
  'caf uploaded': upload('alac.caf', 'Un caf'),
  'recording saved': recordingSaved,
  'zone drawn': zoneDrawn,
  'story fetched ahead plays without a network': storyFetchedAhead,
  'off-line shell': offlineShell,
  'two tabs': twoTabs,
  logout,
};

/** Tries the app in this engine, in one browser; skipped, and its name says why, where that is not installed. */
export function describeSmoke(name: EngineName): void {
  const missing = missingFor(name);
  const title = missing.length === 0 ? name : `${name} (not installed here: ${missing.join(', ')})`;
  const steps: { step: string; state: string; ms: number }[] = [];
  let version: string | null = null;
  afterAll(() => {
    const folder = join(projectRoot(), '.cache/test-results/engines');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.json`), JSON.stringify({ name, version, missing, steps }, null, 2));
  });

  describe.skipIf(missing.length > 0)(title, () => {
    let stage: Stage;

    beforeAll(async () => {
      stage = await openStage(name);
      version = stage.engine.version;
    });
    afterAll(() => stage?.stop());
    afterEach(async ({ task }) => {
      stage.isTidy = task.result?.state === 'pass';
      const { ENGINE_SHOTS } = process.env;
      if (!stage.isTidy && ENGINE_SHOTS !== undefined) {
        await stage.tab.screenshot(join(ENGINE_SHOTS, `${name}-${task.name.replace(/\W+/g, '-')}.png`));
      }
      await stage.front.goOnline();
    });

    for (const [step, run] of Object.entries(STEPS)) {
      it(step, async ({ task }) => {
        const startMs = performance.now();
        const before = await stage.tab.errors();
        const note = { step, state: 'failed', ms: 0 };
        steps.push(note);
        try {
          await run(stage);
          expect((await stage.tab.errors()).slice(before.length), task.name).toEqual([]);
          note.state = 'passed';
        } finally {
          note.ms = Math.round(performance.now() - startMs);
        }
      });
    }
  });
}
