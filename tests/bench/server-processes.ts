import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own, as it runs in earnest, so that whoever asks it takes no time of its thread. */
export interface ServerProcess {
  readonly origin: string;
  /** Its process id, to look at what memory it takes. */
  readonly pid: number;
  /** Ends it; resolves once it has gone. */
  stop(): Promise<void>;
}

/** The built server on this folder of data, as `deploy` starts it, with nothing logged and no limit to how often it may be asked. */
export function startOurs(dataDir: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return start('../../dist/server/server/main.js', [], {
    NODE_OPTIONS: '--max-semi-space-size=2',
    MALLOC_ARENA_MAX: '1',
    PORT: '0',
    DEMO: '0',
    DATA_DIR: dataDir,
    CALLS_PER_MINUTE: '100000000',
    CONNECTIONS_PER_ADDRESS: '100000000',
    JSON_BYTES_PER_HOUR: '1000000000000',
    MEDIA_PER_MINUTE: '100000000',
    FRESH_QUOTA_BYTES: '100000000000',
    ...env,
  });
}

/** The bare static file server on this folder. */
export function startStatic(folder: string): Promise<ServerProcess> {
  return start('./static-server.mjs', [folder], {});
}

async function start(script: string, args: readonly string[], env: Record<string, string>): Promise<ServerProcess> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [path, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const { pid } = child;
  for await (const line of createInterface(child.stdout)) {
    const [, origin] = /(http:\/\/\S+)/.exec(line) ?? [];
    if (origin === undefined || pid === undefined) continue;
    child.stdout.resume();
    return {
      origin,
      pid,
      stop: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error(`Expected ${path} to print its address, got none`);
}
