import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type PreviewServer, preview } from 'vite';
import { openBrowser, openProfile } from '../support/phone/browser.ts';
import type { PageBenches } from './page/main.ts';

const PAGE_FOLDER = fileURLToPath(new URL('page/', import.meta.url));
const OUTPUT_FOLDER = fileURLToPath(new URL('../../.cache/bench-page/', import.meta.url));
const TEN_MINUTES = 'ten-minutes.m4a';
const MEMORY_INTERVAL_MS = 50;

type Answer<Name extends keyof PageBenches> = Awaited<ReturnType<PageBenches[Name]>>;

/** What one run in a fresh browser gave. */
export interface PageRun<Result> {
  readonly result: Result;
  /**
   * How much the browser's processes grew at the most while it ran, in MB: their proportional set size, which counts
   * shared pages once. Null where there is no /proc to read it from.
   */
  readonly grewMb: number | null;
}

/** The benchmarks' page, built as the product is and served from its own origin. */
export interface BenchPage {
  /** Path of an m4a of ten minutes, for the page to fetch. Made on the first run and kept. */
  readonly tenMinutesPath: string;
  /** The same as a file of the disk. */
  readonly tenMinutesFile: string;
  /** Runs one of the page's benches in a browser of its own. */
  run<Name extends keyof PageBenches>(
    name: Name,
    ...args: Parameters<PageBenches[Name]>
  ): Promise<PageRun<Answer<Name>>>;
  close(): Promise<void>;
}

/**
 * Builds and serves the page. Close it, or the process stays.
 *
 * @param picked a file of the disk that is picked in the page's file input, in a browser with a profile of its own
 */
export async function openBenchPage(picked?: string): Promise<BenchPage> {
  const kept = existsSync(OUTPUT_FOLDER + TEN_MINUTES) ? readFileSync(OUTPUT_FOLDER + TEN_MINUTES) : null;
  await build({
    configFile: false,
    root: PAGE_FOLDER,
    // It would warn about measure.ts, whose part for Node the page does not use.
    logLevel: 'error',
    publicDir: false,
    worker: { format: 'es' },
    build: { outDir: OUTPUT_FOLDER, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 2000 },
  });
  const server = await preview({
    configFile: false,
    root: PAGE_FOLDER,
    build: { outDir: OUTPUT_FOLDER },
    preview: { port: 0, host: '127.0.0.1' },
  });
  const origin = originOf(server);

  async function run<Name extends keyof PageBenches>(
    name: Name,
    ...args: Parameters<PageBenches[Name]>
  ): Promise<PageRun<Answer<Name>>> {
    const folder = picked === undefined ? null : mkdtempSync(join(tmpdir(), 'drop-ici-profile-'));
    const browser = folder === null ? await openBrowser() : await openProfile(folder);
    try {
      const page = await browser.newPage();
      await page.goto(origin);
      await page.waitForFunction(() => 'pageBenches' in globalThis);
      if (picked !== undefined) await page.locator('#file').setInputFiles(picked);
      const memory = watchMemory();
      const result = await page.evaluate(
        ([bench, given]) => {
          const { pageBenches } = globalThis as unknown as {
            pageBenches: Record<string, (...values: unknown[]) => Promise<unknown>>;
          };
          return pageBenches[bench]?.(...given);
        },
        [name as string, args as unknown[]] as const,
      );
      // What the page answers is what the named bench gives: PageBenches says so, and structured cloning keeps it.
      return { result: result as Answer<Name>, grewMb: memory() };
    } finally {
      await browser.close();
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    }
  }

  mkdirSync(OUTPUT_FOLDER, { recursive: true });
  const tenMinutes = kept ?? Buffer.from((await run('makeTenMinutes')).result, 'base64');
  writeFileSync(OUTPUT_FOLDER + TEN_MINUTES, tenMinutes);
  return {
    tenMinutesPath: `/${TEN_MINUTES}`,
    tenMinutesFile: OUTPUT_FOLDER + TEN_MINUTES,
    run,
    close: () => server.close(),
  };
}

function originOf(server: PreviewServer): string {
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error(`The preview server listens at ${address}`);
  return `http://127.0.0.1:${address.port}/`;
}

/** Samples the memory of this process's children; the function given back ends that and tells the growth. */
function watchMemory(): () => number | null {
  const startMb = childrenMb();
  if (startMb === null) return () => null;
  let mostMb = startMb;
  const sample = (): void => {
    mostMb = Math.max(mostMb, childrenMb() ?? 0);
  };
  const timer = setInterval(sample, MEMORY_INTERVAL_MS);
  return () => {
    clearInterval(timer);
    sample();
    return mostMb - startMb;
  };
}

/** Proportional set size of all processes below this one. */
function childrenMb(): number | null {
  if (!existsSync('/proc/self/smaps_rollup')) return null;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const stat = readOrEmpty(`/proc/${name}/stat`);
    // The name of the command, in brackets, may hold anything; the parent is the second field after it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    if (parent > 0) parents.set(Number(name), parent);
  }
  let kilobytes = 0;
  for (const pid of parents.keys()) {
    let ancestor: number | undefined = pid;
    while (ancestor !== undefined && ancestor !== process.pid) ancestor = parents.get(ancestor);
    if (ancestor === undefined || pid === process.pid) continue;
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readOrEmpty(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  }
  return (kilobytes * 1024) / 1e6;
}

/** A process may end between being listed and being read. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
