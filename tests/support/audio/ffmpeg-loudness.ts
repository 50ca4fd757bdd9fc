import { spawnSync } from 'node:child_process';

/** What ffmpeg's ebur128 filter prints of a file, with one decimal place. */
export interface FfmpegLoudness {
  readonly integratedLufs: number;
  readonly rangeLu: number;
  readonly truePeakDbtp: number;
}

/** The version of the ffmpeg that is installed; null where there is none. */
export function ffmpegVersion(): string | null {
  const { status, stdout } = spawnSync('ffmpeg', ['-version'], { encoding: 'utf8' });
  return status === 0 ? (/^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? 'unknown') : null;
}

/**
 * Measures a WAV with ffmpeg's ebur128 filter, a single channel as played on both sides.
 *
 * @throws Error if ffmpeg is missing or fails
 */
export function measureWithFfmpeg(path: string): FfmpegLoudness {
  const log = runFfmpeg(path, ['-af', 'ebur128=peak=true:dualmono=true:framelog=verbose']);
  const summary = log.slice(log.lastIndexOf('Summary:'));
  const value = (pattern: RegExp): number => Number(pattern.exec(summary)?.[1]?.replace('inf', 'Infinity'));
  return {
    integratedLufs: value(/\sI:\s+(\S+) LUFS/),
    rangeLu: value(/\sLRA:\s+(\S+) LU/),
    truePeakDbtp: value(/\sPeak:\s+(\S+) dBFS/),
  };
}

/** Has ffmpeg read a WAV and throw its samples away. @throws Error if ffmpeg is missing or fails */
export function readWithFfmpeg(path: string): null {
  runFfmpeg(path, []);
  return null;
}

/** Runs ffmpeg on a file without writing one, and returns what it prints. */
function runFfmpeg(path: string, filter: readonly string[]): string {
  const args = ['-hide_banner', '-nostats', '-nostdin', '-i', path, ...filter, '-f', 'null', '-'];
  const { status, stderr, error } = spawnSync('ffmpeg', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ffmpeg failed (${status ?? error?.message}): ${stderr}`);
  return stderr;
}
