import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findNode, OTHER_NODES } from '../../scripts/test/nodes.mjs';
import { call } from '../support/api.ts';
import { signUp } from '../support/people.ts';
import { startServerProcess } from '../support/server-process.ts';

describe('the built server', () => {
  for (const version of OTHER_NODES) {
    const node = findNode(version);
    const missing = node === undefined ? ' (not at hand: npm run test:nodes fetches it)' : '';
    it.skipIf(node === undefined)(`runs on Node ${version}${missing}`, async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-node-'));
      onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
      const env = { DATA_DIR: dataDir, SECRET: 'a secret for tests, longer than 32 bytes' };
      const server = await startServerProcess(env, node === undefined ? {} : { node });
      onTestFinished(() => {
        server.child.kill();
        return server.ended.then(() => undefined);
      });
      const { token, user } = await signUp(server.origin, 'Ana');
      expect(await call(server.origin, 'readMe', {}, token)).toMatchObject({ user: { id: user.id } });
    });
  }
});
