import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './sources.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly unknown[];
}

it('the bill of materials names exactly the production dependencies, with version and licence', () => {
  const printed = execFileSync('node', ['scripts/sbom.mjs'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const bom: { bomFormat: string; metadata: unknown; components: readonly Component[] } = JSON.parse(printed);
  expect(bom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'drop-ici', version: '0.1.0' } },
  });
  const lock: { packages: Record<string, { dev?: boolean; version: string }> } = JSON.parse(
    readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
  );
  const needed = Object.entries(lock.packages)
    .filter(([folder, { dev }]) => folder !== '' && !dev)
    .map(([folder, { version }]) => `${folder.slice(folder.lastIndexOf('node_modules/') + 13)} ${version}`);
  expect(needed).toContain(`express ${lock.packages['node_modules/express']?.version}`);
  expect(needed).toContain(`debug ${lock.packages['node_modules/debug']?.version}`);
  const named = bom.components.map(({ name, version }) => `${name} ${version}`);
  expect([...new Set(named)].sort()).toEqual([...new Set(needed)].sort());
  const faulty = bom.components.filter(({ licenses, purl }) => !licenses?.length || !purl.startsWith('pkg:npm/'));
  expect(faulty).toEqual([]);
});
