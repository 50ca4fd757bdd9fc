import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findOnPath } from '../../../scripts/test/chromium.mjs';
import { projectRoot } from '../../../server/project-root.ts';

const UNITS = join(projectRoot(), 'deploy/systemd');
const units = readdirSync(UNITS).filter((name) => /\.(service|timer)$/.test(name));
const isMissing = findOnPath(['systemd-analyze']) === undefined;
const suffix = isMissing ? ' (not installed here: systemd-analyze)' : '';

describe.skipIf(isMissing)(`systemd${suffix}`, () => {
  it.each(units)('accepts %s', (unit) => {
    const folder = mkdtempSync(join(tmpdir(), 'drop-ici-units-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // A timer is verified together with its service; Node may be installed elsewhere here.
    for (const name of units) {
      const text = readFileSync(join(UNITS, name), 'utf8');
      writeFileSync(join(folder, name), text.replace('/usr/bin/node', process.execPath));
    }
    const file = join(folder, unit.replace('@.', '@3001.'));
    if (!existsSync(file)) writeFileSync(file, readFileSync(join(folder, unit)));
    analyze('verify', '--man=no', file);
    if (unit.endsWith('.service')) analyze('security', '--offline=true', '--threshold=20', file);
  });
});

/** Fails on a fault, or on more exposure than the threshold, which is in tenths. */
function analyze(...args: string[]): void {
  const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}
