import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findOnPath } from '../../../scripts/test/chromium.mjs';
import { listFiles, ROOT } from '../../house/sources.ts';

const units = listFiles('deploy', /\.(service|timer)$/);
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const isMissing = findOnPath(['systemd-analyze']) === undefined;
const suffix = isMissing ? ' (not installed here: systemd-analyze)' : '';

describe.skipIf(isMissing)(`systemd${suffix}`, () => {
  it.each(units)('takes %s', (unit) => {
    const folder = mkdtempSync(join(tmpdir(), 'drop-ici-units-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // A timer is taken with what it starts; Node may lie elsewhere here.
    for (const path of units) {
      writeFileSync(join(folder, basename(path)), read(path).replace('/usr/bin/node', process.execPath));
    }
    const file = join(folder, basename(unit).replace('@.', '@3001.'));
    if (!existsSync(file)) writeFileSync(file, readFileSync(join(folder, basename(unit))));
    analyze('verify', '--man=no', file);
    if (unit.endsWith('.service')) analyze('security', '--offline=true', '--threshold=20', file);
  });
});

/** Fails where it finds a fault, or more exposure than the threshold, in tenths. */
function analyze(...args: string[]): void {
  const { status, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}
