import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

/** The version of this server, from package.json. */
export function readVersion(): string {
  const { version }: { version?: unknown } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'));
  return String(version);
}
