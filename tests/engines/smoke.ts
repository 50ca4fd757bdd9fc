import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../server/project-root.ts';
import { BrowserHangs, type Engine, type EngineName, type Tab } from '../support/engines/engine.ts';
import { missingFor, openEngine } from '../support/engines/engines.ts';
import { openFirefox } from '../support/engines/firefox-engine.ts';
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

type Steps = Readonly<Record<string, (stage: Stage) => Promise<void>>>;

const uploadM4a = upload('moov-at-end.m4a', 'Un m4a');

/**
 * How often the browser may hang in one step. WebKitGTK does now and then on a busy machine: GStreamer locks itself up where
 * a sound is replaced while its type is still being found. A hang that the app causes comes back at each try, and fails.
 */
const HANGS_MAX = 2;

/** What the app is tried by in each engine. A step begins where a step that went well ends. */
const STEPS: Steps = {
  login,
  'map drawn': mapDrawn,
  'story plays and seeks': storyPlaysAndSeeks,
  '‘sur place’ through two places': walkThroughTwoPlaces,
  'm4a uploaded': uploadM4a,
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
  const notes: { step: string; state: string; ms: number }[] = [];
  let version: string | null = null;
  afterAll(() => {
    const folder = join(projectRoot(), '.cache/test-results/engines');
    mkdirSync(folder, { recursive: true });
    const content = { name, version, missing: missingFor(name), steps: notes };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(content, null, 2));
  });
  describeSteps(name, name, STEPS, () => openEngine(name), {
    onOpen: (engine) => {
      version = engine.version;
    },
    onStep: (note) => notes.push(note),
  });
}

/** Tries what works from memory in a private window of Firefox. WebKit that is driven is always one. */
export function describePrivateFirefox(): void {
  const steps: Steps = { login, 'm4a uploaded': uploadM4a, 'recording saved': recordingSaved, logout };
  describeSteps('firefox', 'firefox, in a private window', steps, () => openFirefox({ isPrivate: true }), {});
}

/** Whether the browser hangs. The step's error alone doesn't tell: a wait of its own may have timed out first. */
function hasHung(tab: Tab): Promise<boolean> {
  return tab
    .evaluate(() => null)
    .then(
      () => false,
      (error: unknown) => error instanceof BrowserHangs,
    );
}

interface Reports {
  readonly onOpen?: (engine: Engine) => void;
  readonly onStep?: (note: { step: string; state: string; ms: number }) => void;
}

function describeSteps(
  name: EngineName,
  title: string,
  steps: Steps,
  open: () => Promise<Engine>,
  { onOpen, onStep }: Reports,
): void {
  const missing = missingFor(name);
  const suffix = missing.length === 0 ? '' : ` (not installed here: ${missing.join(', ')})`;

  describe.skipIf(missing.length > 0)(`${title}${suffix}`, () => {
    let stage: Stage;

    beforeAll(async () => {
      stage = await openStage(open);
      onOpen?.(stage.engine);
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

    /** Runs a step, and again with a new browser where the browser hung. */
    async function untilNoHang(attempt: () => Promise<void>, step: string): Promise<void> {
      for (let hangs = 1; ; hangs++) {
        try {
          return await attempt();
        } catch (error) {
          if (hangs > HANGS_MAX || !(await hasHung(stage.tab))) throw error;
          console.warn(`${name} hung in ‘${step}’, which is tried again with a new browser`);
          await stage.replacePhone();
          await stage.front.goOnline();
          stage.isTidy = false;
        }
      }
    }

    for (const [step, run] of Object.entries(steps)) {
      it(step, async ({ task }) => {
        const startMs = performance.now();
        const note = { step, state: 'failed', ms: 0 };
        const attempt = async (): Promise<void> => {
          const before = await stage.tab.errors();
          await run(stage);
          expect((await stage.tab.errors()).slice(before.length), task.name).toEqual([]);
          expect(await stage.tab.evaluate(() => window.watched ?? null)).toEqual({ refused: [], persists: 0 });
        };
        onStep?.(note);
        try {
          await untilNoHang(attempt, step);
          note.state = 'passed';
        } finally {
          note.ms = Math.round(performance.now() - startMs);
        }
      });
    }
  });
}
