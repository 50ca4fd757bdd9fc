import { type ChildProcess, spawn } from 'node:child_process';

/** A program that ends with this process at the latest. */
export interface Helper {
  /** The first line that it prints. */
  readonly firstLine: Promise<string>;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts a program with this environment.
 * @param withDescendants whether `stop` kills at once all that the program has started: a browser that hangs outlives its driver
 */
export function startHelper(
  command: string,
  args: readonly string[],
  env: Environment,
  { withDescendants = false } = {},
): Helper {
  const stdio = ['ignore', 'pipe', 'ignore'] as const;
  const child = spawn(command, [...args], { env: { ...env }, stdio: [...stdio], detached: withDescendants });
  const end = (): void => {
    if (withDescendants && child.pid !== undefined) killGroup(child.pid);
    else child.kill();
  };
  process.once('exit', end);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  const firstLine = readLine(child, command);
  firstLine.catch(() => undefined);
  return {
    firstLine,
    stop: async () => {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // None of it runs any more.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function readLine(child: ChildProcess, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const end = printed.indexOf('\n');
      if (end >= 0) resolve(printed.slice(0, end).trim());
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`Expected ${command} to print a line, but it ended with ${code}`)));
  });
}
