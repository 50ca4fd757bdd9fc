import { expect, test } from 'vitest';
import { testEnvironment } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import { signUp } from '../../support/server/people.ts';
import { runTool, type ToolRun } from '../../support/server/run-tool.ts';
import { startServer } from '../../support/server/server.ts';
import { makeFolder } from '../../support/test-folder.ts';

test('an operator’s erasure is refused while a server with another data folder is running', async () => {
  const server = await startServer();
  const own = await makeFolder();
  try {
    const person = await signUp(server.origin, 'Philo');
    const env = { ...(await testEnvironment(server.dataDir)), DATA_DIR: own };
    const erase = (dataDir = own): Promise<ToolRun> =>
      runTool('admin', ['erase', person.email, 'delete', '--confirm', 'none'], { ...env, DATA_DIR: dataDir });
    expect(await erase()).toEqual({
      code: 1,
      output: '',
      errors: 'A server is running on the database (DATABASE_URL). Nothing was erased: that takes a stopped server\n',
    });
    expect((await call(server.origin, 'readMe', {}, person.token)).user.id).toBe(person.user.id);
    await server.restart({}, async () => {
      // The files are not in this folder.
      expect(await erase()).toMatchObject({ code: 1, errors: expect.stringContaining('are these its files') });
      expect(await erase(server.dataDir)).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^Erased the account/),
      });
    });
  } finally {
    await server.stop();
  }
});
