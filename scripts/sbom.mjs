import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LICENCES_BY_HAND } from './build/licences.mjs';
import { ROOT } from './run.mjs';

/**
 * `npm run --silent sbom`: prints a bill of materials, in CycloneDX JSON, of an installation without development tools.
 * npm makes it, from copies of `package.json` and its lock without those tools: its own `--omit=dev` would also leave
 * out every package that a development tool needs.
 *
 * @typedef {{ name: string, licenses?: unknown[] }} Component
 * @typedef {{ metadata: { component: { name: string } }, components: Component[] }} Bom
 */
const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
const lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8'));
/** @type {Record<string, { dev?: boolean, devDependencies?: unknown }>} */
const packages = lock.packages;
const needed = Object.entries(packages).filter(([, { dev }]) => !dev);
const folder = mkdtempSync(join(tmpdir(), 'drop-ici-sbom-'));
try {
  const { devDependencies: __, ...root } = packages[''] ?? {};
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'package-lock.json'),
    JSON.stringify({ ...lock, packages: { ...Object.fromEntries(needed), '': root } }),
  );
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const printed = execFileSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
    // On Windows npm is a script, which only a shell runs.
    shell: process.platform === 'win32',
  });
  /** @type {Bom} */
  const bom = JSON.parse(printed);
  // npm uses the folder's name.
  bom.metadata.component.name = manifest.name;
  for (const component of bom.components) {
    const expression = LICENCES_BY_HAND[component.name];
    if (expression !== undefined) component.licenses = [{ expression }];
  }
  console.log(JSON.stringify(bom, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
