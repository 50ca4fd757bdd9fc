import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openEmptyFile } from '../support/database/test-database.ts';
import { signUp } from '../support/server/people.ts';
import { runTool, runToolProcess, type ToolRun } from '../support/server/run-tool.ts';
import { useServer } from '../support/server/use-server.ts';
import { makeFolder } from '../support/test-folder.ts';

const server = useServer();

/** Runs a tool in its own process beside the server. */
const run = (name: Parameters<typeof runToolProcess>[0], ...args: string[]): Promise<ToolRun> =>
  runToolProcess(name, args, { DATA_DIR: server.dataDir });

test('an operator’s command runs as a process that prints and exits with its result', async () => {
  const { email } = await signUp(server.origin, 'Ana');
  const granted = { code: 0, output: `Ana <${email}> is admin now, and was user\n`, errors: '' };
  expect(await run('admin', 'grant', email, 'admin')).toEqual(granted);
  expect(await run('move', '--to', 'nowhere')).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('Usage:'),
  });
});

test('each command reports a database of a newer version, and does nothing', async () => {
  const [dataDir, backups] = [await makeFolder(), await makeFolder()];
  const database = await openEmptyFile(dataDir);
  await database.transact((tx) => tx('knex_migrations').insert({ name: '999-later', batch: 9, migration_time: 0 }));
  await database.close();
  const media = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', S3_ENDPOINT: 'http://127.0.0.1:9' };
  const commands = [
    ['admin', 'list'],
    ['backup', backups],
    ['verify-media'],
    ['move', '--to', 'postgres://127.0.0.1:1/none'],
    ['move', '--media', 's3://bucket/prefix'],
  ] as const;
  for (const [tool, ...args] of commands) {
    const { code, output, errors } = await runTool(tool, args, { DATA_DIR: dataDir, ...media });
    expect({ tool, output, errors }).toEqual({
      tool,
      output: '',
      errors: expect.stringMatching(/^\S*drop-ici\.sqlite was made by a newer version: use that one, .*\n$/),
    });
    expect(code).not.toBe(0);
  }
  expect(await readdir(backups)).toEqual([]);
});

test('a back-up and its check run as processes, and only the owner may read their files', async () => {
  const backups = await makeFolder();
  expect(await run('backup', backups)).toMatchObject({ code: 0, errors: '' });
  const [name = ''] = await readdir(backups);
  const modes = [join(backups, name), join(backups, name, 'drop-ici.sqlite')].map(
    async (path) => (await stat(path)).mode & 0o777,
  );
  expect(await Promise.all(modes)).toEqual([0o700, 0o600]);
  const verified = await run('verify-media', join(backups, name));
  expect(verified).toEqual({ code: 0, output: '0 sound, 0 missing, 0 orphaned, 0 changed\n', errors: '' });
});
