import { execFile } from 'node:child_process';
import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { projectRoot } from '../../../server/project-root.ts';
import { admin } from '../../../server/tools/admin-command.ts';
import { backup } from '../../../server/tools/backup-command.ts';
import { checkConfig } from '../../../server/tools/check-config-command.ts';
import { moveService } from '../../../server/tools/move-command.ts';
import { exchangeParcours } from '../../../server/tools/parcours-command.ts';
import type { Tool } from '../../../server/tools/tool.ts';
import { verifyStored } from '../../../server/tools/verify-media-command.ts';
import { testEnvironment } from '../database/test-database.ts';
import { serverProgram } from './server-process.ts';

/** The server's tools, by the names of their commands. */
const TOOLS = {
  admin,
  backup,
  'check-config': checkConfig,
  move: moveService,
  parcours: exchangeParcours,
  'verify-media': verifyStored,
} satisfies Record<string, Tool>;
type ToolName = keyof typeof TOOLS;

/** What a run of one of the server's tools came to. */
export interface ToolRun {
  /** Its exit code. */
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

/** Runs `npm run admin` on a data folder, in this process. */
export async function runAdmin(
  dataDir: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ToolRun> {
  return runTool('admin', args, { ...(await testEnvironment(dataDir)), ...env });
}

/** Runs a tool of the server in this process, with no other environment than this. */
export async function runTool(
  name: ToolName,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ToolRun> {
  const [output, errors] = [new Text(), new Text()];
  const code = await TOOLS[name](args, { env, output, console: new Console(output, errors) });
  return { code, output: output.written, errors: errors.written };
}

/**
 * Runs a tool of the server as a process, as built, with no other environment than this beside PATH; whoever runs tests of it has
 * it built first.
 */
export function runToolProcess(
  name: ToolName,
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

/** Keeps what is written to it. */
class Text extends Writable {
  written = '';

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.written += piece.toString();
    done();
  }
}
