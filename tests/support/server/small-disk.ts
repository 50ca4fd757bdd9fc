import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../../../server/project-root.ts';

/** A namespace of its own lets anybody mount, where the system allows that. */
const OWN_MOUNTS = ['--user', '--map-root-user', '--mount'];

/** A small disk, which only commands behind {@link prefix} see. */
export interface SmallDisk {
  readonly path: string;
  /** What starts a command that sees it; the command follows as further arguments. */
  readonly prefix: readonly string[];
  /** Runs a shell's line there, with the disk as `$1`; throws where it fails. */
  run(line: string): void;
  /** Leaves no byte free. */
  fill(): void;
  remove(): Promise<void>;
}

/** Whether this system lets anybody mount a disk. */
export function canMount(): boolean {
  return spawnSync('unshare', [...OWN_MOUNTS, 'true']).status === 0;
}

/** Mounts an empty disk of `sizeMiB` MiB, in memory. */
export async function mountSmallDisk(sizeMiB: number): Promise<SmallDisk> {
  const path = await mkdtemp(join(tmpdir(), 'drop-ici-disk-'));
  const mount = `mount -t tmpfs -o size=${sizeMiB}m tmpfs "$1" && echo mounted && exec cat`;
  const holder = spawn('unshare', [...OWN_MOUNTS, 'sh', '-c', mount, 'sh', path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'close');
  await Promise.race([
    once(holder.stdout, 'data'),
    ended.then(() => Promise.reject(new Error(`Cannot mount ${path}`))),
  ]);
  const prefix = [
    'nsenter',
    '--target',
    String(holder.pid),
    '--user',
    '--mount',
    '--preserve-credentials',
    `--wd=${projectRoot()}`,
  ];
  const run = (line: string): void => {
    const [command = '', ...args] = [...prefix, 'sh', '-c', line, 'sh', path];
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${line} ended with ${status}: ${stderr}`);
  };
  return {
    path,
    prefix,
    run,
    fill: () => run('cat /dev/zero > "$1/fill-$$" 2>/dev/null; test -s "$1/fill-$$"'),
    remove: async () => {
      holder.stdin.end();
      await ended;
      await rm(path, { recursive: true, force: true });
    },
  };
}
