import { playwright } from '@vitest/browser-playwright';
import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.mjs';
import viteConfig from './vite.config.ts';

const chromium = findChromium();
/** Vitest's own second is too short where a machine has much else to do. */
const patient = { poll: { timeout: 10_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/**/*.browser.test.{ts,tsx}', 'tests/e2e/**', 'tests/house/**'],
          testTimeout: 20_000,
          expect: patient,
        },
      },
      { test: { name: 'house', include: ['tests/house/**/*.test.ts'] } },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          expect: patient,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      mergeConfig(viteConfig, {
        root: import.meta.dirname,
        test: {
          name: 'browser',
          include: ['tests/**/*.browser.test.{ts,tsx}'],
          globalSetup: ['tests/support/build-wasm.setup.ts'],
          setupFiles: ['tests/support/clear-storage.setup.ts'],
          testTimeout: 60_000,
          expect: patient,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                // These tests have nobody who taps first.
                args: [...CHROMIUM_FLAGS, '--autoplay-policy=no-user-gesture-required'],
                ...(chromium === undefined ? {} : { executablePath: chromium }),
              },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      }),
    ],
  },
});
