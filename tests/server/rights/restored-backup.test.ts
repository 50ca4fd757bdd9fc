import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from '../../../server/domain/upkeep/make-backup.ts';
import { findBytes } from '../../support/database/find-bytes.ts';
import { testBackupSource } from '../../support/database/test-database.ts';
import { erase } from '../../support/rights/erase.ts';
import { live } from '../../support/rights/life.ts';
import { call } from '../../support/server/api.ts';
import { type Person, signUp, signUpAs } from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';
import { makeFolder } from '../../support/test-folder.ts';

const server = useServer();
let backups: string;
let boris: Person;
beforeAll(async () => {
  boris = await signUpAs(server, 'Boris', 'admin');
});
beforeEach(async () => {
  backups = await makeFolder();
});

describe('a restore of a back-up from before a deletion', () => {
  test('does not bring back the account, its drops or its map', async () => {
    const { person, own, dropElsewhere, traces, voiceElsewhere } = await live(server, boris);
    const kept = await signUp(server.origin, 'Kept');
    const { folder } = await backUp(await testBackupSource(server.dataDir), backups, Date.now);
    await erase(server, person, 'delete');
    const restored = await startServer({}, async (dataDir) => {
      await cp(folder, dataDir, { recursive: true });
      await cp(join(server.dataDir, 'erased.log'), join(dataDir, 'erased.log'));
    });
    try {
      expect(await findBytes(restored.dataDir, { ...traces, voiceElsewhere })).toEqual([]);
      const { origin } = restored;
      await expect(call(origin, 'readMe', {}, person.token)).rejects.toMatchObject({ status: 401 });
      expect((await call(origin, 'readMe', {}, kept.token)).user.id).toBe(kept.user.id);
      const maps = await call(origin, 'listParcours', { query: {} }, boris.token);
      expect(maps.map(({ id }) => id)).not.toContain(own);
      const place = call(origin, 'readPlace', { params: { placeId: dropElsewhere } }, boris.token);
      await expect(place).rejects.toMatchObject({ code: 'not_found' });
      await restored.restart();
      expect((await call(restored.origin, 'readMe', {}, kept.token)).user.id).toBe(kept.user.id);
    } finally {
      await restored.stop();
    }
  });

  test('keeps a map that got another admin after the back-up, with a member as its admin', async () => {
    const { person, own } = await live(server, boris);
    const { folder } = await backUp(await testBackupSource(server.dataDir), backups, Date.now);
    const params = { mapId: own, userId: boris.user.id };
    await call(server.origin, 'setMemberPrivilege', { params, body: { privilege: 'admin' } }, person.token);
    await erase(server, person, 'keep');
    const restored = await startServer({}, async (dataDir) => {
      await cp(folder, dataDir, { recursive: true });
      await cp(join(server.dataDir, 'erased.log'), join(dataDir, 'erased.log'));
    });
    try {
      const map = await call(restored.origin, 'readParcours', { params: { mapId: own } }, boris.token);
      expect(map.privilege).toBe('admin');
    } finally {
      await restored.stop();
    }
  });

  test('does not touch a new account with the id of an erased one', async () => {
    const gone = await signUp(server.origin, 'Gone');
    const { folder } = await backUp(await testBackupSource(server.dataDir), backups, Date.now);
    const later = await signUp(server.origin, 'Later');
    await erase(server, gone, 'keep');
    await erase(server, later, 'keep');
    const restored = await startServer({}, async (dataDir) => {
      await cp(folder, dataDir, { recursive: true });
      await cp(join(server.dataDir, 'erased.log'), join(dataDir, 'erased.log'));
    });
    try {
      const fresh = await signUp(restored.origin, 'Fresh');
      expect(fresh.user.id).toBe(later.user.id);
      await restored.restart();
      expect((await call(restored.origin, 'readMe', {}, fresh.token)).user.name).toBe('Fresh');
    } finally {
      await restored.stop();
    }
  });
});
