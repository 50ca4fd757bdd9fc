import { expect, test } from 'vitest';
import { planPack } from '../../../app/packs/pack-plan.ts';
import { packOf } from '../../support/packs.ts';

test('missing files are planned in manifest order, each content once', async () => {
  const pack = await packOf(1, 'v1', { 'a.m4a': 'one', 'b.m4a': 'three', 'again.m4a': 'one', 'c.dat': 'four' });
  const [a, b, , c] = pack.files;
  const plan = planPack(pack, new Map([[b?.sha256 ?? '', 5]]));
  expect(plan.missing.map(({ sha256 }) => sha256)).toEqual([a?.sha256, c?.sha256]);
  expect(plan).toMatchObject({ bytes: 12, files: 3, bytesHere: 5, filesHere: 1 });
});

test('a file of another size counts as missing', async () => {
  const pack = await packOf(1, 'v1', { 'a.m4a': 'one' });
  expect(planPack(pack, new Map([[pack.files[0]?.sha256 ?? '', 2]])).filesHere).toBe(0);
});
