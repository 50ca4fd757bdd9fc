import { readdir, readFile } from 'node:fs/promises';

/** Memory of a browser in bytes: proportional set size, so that what processes share counts once. */
export interface BrowserMemory {
  /** All of its processes. */
  readonly all: number;
  /** The processes that pages run in. */
  readonly pages: number;
  /** The one that starts the others, where Blobs live that are not on the disk. */
  readonly browser: number;
}

/** Watches the memory of the browser that this process started. */
export interface MemoryWatch {
  /** The most of each since the watch began, not at one moment together. */
  readonly most: BrowserMemory;
  stop(): Promise<void>;
}

const PAUSE_MS = 200;

/** The memory of the browser that this process started, now. */
export async function browserMemory(): Promise<BrowserMemory> {
  const sum = { all: 0, pages: 0, browser: 0 };
  for (const pid of await browserProcesses()) {
    const [rollup, command] = await Promise.all([
      readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ]);
    const bytes = Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
    const [, type] = /--type=([\w-]+)/.exec(command) ?? [];
    sum.all += bytes;
    if (type === 'renderer') sum.pages += bytes;
    if (type === undefined) sum.browser += bytes;
  }
  return sum;
}

/** Looks at the memory again and again until it is stopped. */
export function watchMemory(): MemoryWatch {
  const most = { all: 0, pages: 0, browser: 0 };
  let isOver = false;
  const look = async (): Promise<void> => {
    while (!isOver) {
      const now = await browserMemory();
      for (const part of ['all', 'pages', 'browser'] as const) most[part] = Math.max(most[part], now[part]);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const looking = look();
  return {
    most,
    stop: async () => {
      isOver = true;
      await looking;
    },
  };
}

async function browserProcesses(): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    const stat = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : '';
    const [, parent] = /\) \S (\d+) /.exec(stat) ?? [];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === process.pid || isOurs(parent));
  };
  const ours: number[] = [];
  for (const pid of parents.keys()) {
    if (isOurs(pid) && (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('chrom'))
      ours.push(pid);
  }
  return ours;
}
