import { accessSync, constants, realpathSync, statfsSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { mergeConfig, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_FLAGS, findQuickChromium } from './scripts/test/chromium.mjs';
import { ON_POSTGRES, ON_SWIFT } from './tests/other-stores.ts';
import { bundledWorkers } from './tests/support/vitest/bundled-workers.ts';
import { LongestFirst } from './tests/support/vitest/longest-first.ts';
import { renewedModules } from './tests/support/vitest/renewed-modules.ts';
import viteConfig from './vite.config.ts';

const chromium = findQuickChromium();
/** Vitest's own second is too short where a machine has much else to do. */
const patient = { poll: { timeout: 30_000 } };
/** Vitest leaves one core to itself, which is half of a small machine. */
const allCores = { maxWorkers: '100%' };
/** Limits of time end what hangs; those of a test that is about a time stand in it. */
const UNIT_LIMITS = { testTimeout: 60_000, hookTimeout: 60_000, expect: patient };
/** Files of one process share its browser, and load what they import once. */
const oneBrowserEach = {
  isolate: false,
  globalSetup: ['tests/support/vitest/build.setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is waited for takes seconds, and each look goes through three processes.
  expect: { poll: { ...patient.poll, interval: 200 } },
};
/** The server keeps nothing in its modules, and loading them takes longer than most of its files. */
const ofServer = {
  isolate: false,
  globalSetup: ['tests/support/vitest/build-server.setup.ts'],
  // With as many processes as cores, threads that collect garbage get into each other's way; sounds of a second don't pay
  // back what optimizing their encoder takes, anew in each thread.
  execArgv: ['--single-threaded-gc', '--liftoff-only'],
  ...UNIT_LIMITS,
};

/**
 * The data of test servers lie in memory where there is room for them: on a disk, half of the time that these tests take is
 * waiting until it has written.
 */
const inMemory = hasRoom('/dev/shm', 2e9) ? { TMPDIR: '/dev/shm' } : {};

function hasRoom(folder: string, bytes: number): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= bytes;
  } catch {
    return false;
  }
}

/**
 * No API stands behind the browser tests: what they don't answer themselves fails at once. The dev server's proxy would fail,
 * too, but leave the request's body unread; the next file that the browser asks for on that connection then waits for the
 * six seconds in which Node gives an idle connection up.
 */
const noApi: Plugin = {
  name: 'no-api',
  configureServer({ middlewares }) {
    middlewares.use('/v1', (request, response) => {
      request.resume();
      response.writeHead(500).end();
    });
  },
};

/**
 * The browser keeps the modules that it has loaded for the files that come later, since nothing changes in a run. Vite and Vitest
 * have it ask for each one again, some two hundred times a file.
 */
const keptModules: Plugin = {
  name: 'kept-modules',
  configureServer({ middlewares }) {
    if (!process.argv.includes('run')) return;
    middlewares.use((_request, response, next) => {
      const writeHead = response.writeHead.bind(response);
      const keep = (status: number, ...rest: []): typeof response => {
        const isModule = /javascript|css|wasm/.test(String(response.getHeader('Content-Type')));
        // Vitest has set this header for good.
        if (status === 200 && isModule) {
          ServerResponse.prototype.setHeader.call(response, 'Cache-Control', 'max-age=3600');
        }
        return writeHead(status, ...rest);
      };
      response.writeHead = keep;
      next();
    });
  },
};

/** What tells Vite that code has no source map, and is to get none. */
const NO_MAP = { mappings: '' } as const;

/**
 * Source maps are two thirds of what the browser would get, and only Vitest reads some: here, of our own modules, where one of
 * them fails.
 */
const unsentMaps: Plugin = {
  name: 'unsent-maps',
  enforce: 'pre',
  transform: {
    filter: { id: /\/(node_modules|\.cache)\// },
    handler: (code) => ({ code, map: NO_MAP }),
  },
  configureServer({ environments: { client } }) {
    if (!process.argv.includes('run')) return;
    const transform = client.transformRequest.bind(client);
    client.transformRequest = async (...request) => {
      const result = await transform(...request);
      return result && { ...result, map: NO_MAP };
    };
  },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Transformed modules serve later projects and runs, too: their names there depend on their content and on this file.
    experimental: { fsModuleCache: true, fsModuleCachePath: join(import.meta.dirname, '.cache/test-modules') },
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/**/*.browser.test.{ts,tsx}', 'tests/{e2e,architecture,server,soak,wide}/**'],
          // Loading the modules takes longer than most of these files.
          isolate: false,
          setupFiles: ['tests/support/vitest/put-back.setup.ts', 'tests/support/vitest/fresh-app.setup.ts'],
          ...UNIT_LIMITS,
          ...allCores,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts'],
          exclude: ['tests/server/postgres/**'],
          ...ofServer,
          env: inMemory,
          // The last of a run: while some wait for processes and connections, another uses the cores.
          maxWorkers: Math.ceil(1.5 * availableParallelism()),
        },
      },
      {
        test: {
          name: 'postgres',
          include: [...ON_POSTGRES],
          ...ofServer,
          globalSetup: ['tests/support/vitest/build.setup.ts', 'tests/support/postgres/cluster.setup.ts'],
          setupFiles: ['tests/support/postgres/use-postgres.setup.ts'],
          ...allCores,
        },
      },
      // The server in front of and behind programs of others.
      {
        test: {
          name: 'proxies',
          include: ['tests/wide/proxies/**/*.test.ts'],
          ...ofServer,
          globalSetup: ['tests/support/vitest/build.setup.ts'],
        },
      },
      {
        test: {
          name: 'buckets',
          include: [...ON_SWIFT],
          setupFiles: ['tests/support/s3/use-swift.setup.ts'],
          ...ofServer,
        },
      },
      { test: { name: 'architecture', include: ['tests/architecture/**/*.test.ts'], testTimeout: 60_000 } },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          ...oneBrowserEach,
          ...allCores,
        },
      },
      // One browser of another maker at a time.
      {
        test: {
          name: 'engines',
          include: ['tests/wide/engines/**/*.test.ts'],
          ...oneBrowserEach,
          maxWorkers: 1,
          // A whole way, which draws maps in software.
          testTimeout: 240_000,
        },
      },
      // Most of them wait half of their time; with a third one at once, they get into each other's way.
      { test: { name: 'soak', include: ['tests/soak/**/*.test.ts'], ...oneBrowserEach, maxWorkers: 2 } },
      mergeConfig(viteConfig, {
        root: import.meta.dirname,
        plugins: [noApi, keptModules, unsentMaps, renewedModules, bundledWorkers],
        // React as people get it: its development build takes several times as long, for warnings that no test reads.
        oxc: { jsx: { development: false } },
        // The packages may lie elsewhere, behind a link.
        server: { fs: { allow: [realpathSync(join(import.meta.dirname, 'node_modules'))] } },
        // All packages are known, so that Vite need not look for them in the tests, nor load a page anew when it finds one.
        optimizeDeps: {
          noDiscovery: true,
          include: [
            '@noble/hashes/sha2.js',
            '@noble/hashes/utils.js',
            '@simplewebauthn/browser',
            'axe-core',
            'fast-check',
            'idb',
            'react-dom',
            'react-easy-crop',
            'react/jsx-runtime',
            'uqr',
          ],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
        },
        test: {
          name: 'browser',
          include: ['tests/**/*.browser.test.{ts,tsx}'],
          globalSetup: ['tests/support/vitest/build-wasm.setup.ts'],
          // A page, and what it has loaded, serves many files: fresh-page.setup.ts says how.
          isolate: false,
          setupFiles: ['tests/support/vitest/fresh-page.setup.ts', 'tests/support/vitest/put-back.setup.ts'],
          ...UNIT_LIMITS,
          ...allCores,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // Software draws each frame of an animation.
              contextOptions: { reducedMotion: 'reduce' },
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
