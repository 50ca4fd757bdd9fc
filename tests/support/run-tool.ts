import { execFile } from 'node:child_process';
import { projectRoot } from '../../server/project-root.ts';
import { serverProgram } from './server-process.ts';
import { testEnvironment } from './test-database.ts';

/** What a run of one of the server's tools came to. */
export interface ToolRun {
  /** Its exit code. */
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs `npm run admin` on a data folder; whoever runs tests of it has it built first. */
export async function runAdmin(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ToolRun> {
  return runTool('admin', args, { ...(await testEnvironment(dataDir)), ...env });
}

/** Runs a tool of the server, as built, with no other environment than this beside PATH. */
export function runTool(
  name: 'admin' | 'backup' | 'move' | 'verify-media',
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ToolRun> {
  return new Promise((resolve) => {
    const options = { cwd: projectRoot(), env: { PATH: process.env.PATH, ...env } };
    const child = execFile(process.execPath, [serverProgram(name), ...args], options, (_error, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors }),
    );
  });
}
