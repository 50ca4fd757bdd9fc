import { MovedAwayError } from '../cluster/move-records.ts';
import { AFTER_MOVE, type EnvironmentValues, readEnvironment } from '../config.ts';
import { describeFailure } from '../describe-failure.ts';
import { asDataDirError, DataDirError } from '../store/data-dir.ts';
import { DatabaseVersionError } from '../store/database.ts';

/** The caller of a tool: its environment and its outputs. */
export interface Starter {
  readonly env: EnvironmentValues;
  readonly output: NodeJS.WritableStream;
  readonly console: Pick<Console, 'log' | 'error'>;
}

/** A tool of the server's operator: does its work, outputs text, and returns the exit code. */
export type Tool = (args: readonly string[], starter: Starter) => Promise<number>;

/** Removes `--after-move` from the arguments and returns whether it was given. */
export function takeAfterMove(args: readonly string[]): { readonly isMeant: boolean; readonly others: string[] } {
  const others = args.filter((arg) => arg !== AFTER_MOVE);
  return { isMeant: others.length < args.length, others };
}

/** Returns an error handler that reports that a tool's work is done, but missing from the server's metrics. */
export function tellUnnoted({ error: report }: Starter['console']): (error: unknown) => void {
  return (error) => {
    const reason = error instanceof Error ? error.message : String(error);
    report(`It is done, but could not be noted for the server's measurements: ${reason}`);
  };
}

/** Runs a tool as this process. */
export async function runAsProcess(tool: Tool): Promise<void> {
  // Stored files are readable by their owner only, whatever the shell's umask is.
  process.umask(0o077);
  process.exitCode = await tool(process.argv.slice(2), { env: readEnvironment(), output: process.stdout, console });
}

/**
 * Like {@link describeFailure}, and describes a full, broken, locked or inaccessible data folder, too.
 * @param dataDir the folder that the tool works on.
 */
export async function describeToolFailure(
  error: unknown,
  dataDir: string,
  expected: Parameters<typeof describeFailure>[1],
  format?: (message: string) => string,
): Promise<unknown> {
  return describeFailure(
    await asDataDirError(error, dataDir),
    [...expected, DataDirError, DatabaseVersionError, MovedAwayError],
    format,
  );
}
