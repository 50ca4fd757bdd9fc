import { execFile } from 'node:child_process';
import { projectRoot } from '../../server/project-root.ts';
import { serverProgram } from './server-process.ts';
import { testEnvironment } from './test-database.ts';

/** What a run of `npm run admin` came to. */
export interface AdminRun {
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
): Promise<AdminRun> {
  const own = await testEnvironment(dataDir);
  return new Promise((resolve) => {
    const options = { cwd: projectRoot(), env: { PATH: process.env.PATH, ...own, ...env } };
    const child = execFile(process.execPath, [serverProgram('admin'), ...args], options, (_error, output, errors) =>
      resolve({ code: child.exitCode ?? -1, output, errors }),
    );
  });
}
