import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildIfStale } from '../../scripts/build/stale.mjs';
import { makeFolder } from '../support/test-folder.ts';

let root: string;
beforeEach(async () => {
  root = await makeFolder();
  await mkdir(join(root, 'src'));
  await source('one');
});

describe('a build step', () => {
  test('runs once for the same sources, whatever their modification times', async () => {
    expect(await build()).toBe(true);
    await utimes(join(root, 'src/a.ts'), 0, 0);
    expect(await build()).toBe(false);
  });

  test('runs again for a changed, new or renamed source, and if its result is gone', async () => {
    await build();
    await source('two');
    expect(await build()).toBe(true);
    await writeFile(join(root, 'src/b.ts'), '');
    expect(await build()).toBe(true);
    await rm(join(root, 'src/b.ts'));
    await writeFile(join(root, 'src/c.ts'), '');
    expect(await build()).toBe(true);
    await rm(join(root, 'out.js'));
    expect(await build()).toBe(true);
  });

  test('that failed half-way leaves nothing fresh, even for the previous sources', async () => {
    await build();
    await source('broken');
    const failing = build(async () => {
      await writeFile(join(root, 'out.js'), 'half');
      throw new Error('type error');
    });
    await expect(failing).rejects.toThrow('type error');
    await source('one');
    expect(await build()).toBe(true);
  });
});

async function source(text: string): Promise<void> {
  await writeFile(join(root, 'src/a.ts'), text);
}

function build(run = () => writeFile(join(root, 'out.js'), 'built')): Promise<boolean> {
  return buildIfStale({ name: 'step', root, inputs: ['src'], output: 'out.js', build: run });
}
