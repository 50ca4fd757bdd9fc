import { describe, expect, test } from 'vitest';
import { missingPackage, tooOld } from '../../scripts/run-built.mjs';

describe('a program of the built server', () => {
  test('is not run by a Node older than the one that the project names', () => {
    for (const version of ['20.19.0', '20.20.2', '22.0.0', '100.1.0']) expect(tooOld(version, '>=20.19')).toBeNull();
    for (const version of ['20.18.3', '18.20.8', '8.9.0']) {
      expect(tooOld(version, '>=20.19')).toMatch(
        new RegExp(`^This is Node ${version} .*20\\.19 or later is needed\\. Install`),
      );
    }
  });

  test('reports a missing package with how to install it; other failures pass unchanged', () => {
    const error = Object.assign(
      new Error("Cannot find package 'pino' imported from /opt/drop-ici/dist/server/server/log.js"),
      {
        code: 'ERR_MODULE_NOT_FOUND',
      },
    );
    expect(missingPackage(error)).toMatch(/^The package pino is not installed: run npm ci --omit=dev in \//);
    const ours = Object.assign(new Error("Cannot find module '/opt/drop-ici/dist/server/server/main.js'"), {
      code: error.code,
    });
    for (const other of [ours, new Error('pino'), 'pino']) expect(missingPackage(other)).toBeNull();
  });
});
