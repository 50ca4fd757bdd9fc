import { type ChildProcess, spawn } from 'node:child_process';
import { projectRoot } from '../../../server/project-root.ts';

/** The server as a process of its own. */
export interface ServerProcess {
  readonly origin: string;
  readonly child: ChildProcess;
  /** What it had printed on standard output when it began to listen. */
  readonly printed: string;
  /** What it printed on standard error. */
  errors(): string;
  /** Its exit code, null where a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Path of a compiled program of the server, such as `main` or `backup`; whoever runs tests of them has it built first. */
export function serverProgram(name: string): string {
  return `dist/server/server/${name}.js`;
}

/**
 * Starts the built server and waits until it listens. It makes no renditions unless `env` says so.
 *
 * @param env its whole environment beside PATH
 * @param prefix what starts it, such as a shell that limits it; the command follows as further arguments
 * @param node path of the Node that runs it; this process's own unless given
 * @throws Error with what it printed, where it ended instead
 */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
  { prefix = [], node = process.execPath }: { readonly prefix?: readonly string[]; readonly node?: string } = {},
): Promise<ServerProcess> {
  const [command = node, ...args] = [...prefix, node, serverProgram('main')];
  const child = spawn(command, args, {
    cwd: projectRoot(),
    env: { PATH: process.env.PATH, PORT: '0', DEMO: '0', RENDITIONS: '0', PASSWORD_COST: 'fast', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  const origin = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, address] = /listens on (http:\/\/[\w.]+:\d+)/.exec(output) ?? [];
      if (address !== undefined) resolve(address);
    });
    ended.then((code) => reject(new Error(`Expected the server to listen, but it ended with ${code}: ${errors}`)));
  });
  return { origin, child, printed: output, errors: () => errors, ended };
}
