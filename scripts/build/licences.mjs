import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Packages whose work is in the built app but in no source map: the converter, the service worker's code, the data of
 * fonts and outlines, and the code that AssemblyScript adds to the WASM core.
 */
const WITHOUT_MAP = [
  '@ffmpeg/core',
  '@fontsource-variable/figtree',
  '@fontsource-variable/fraunces',
  'assemblyscript',
  'workbox-core',
  'workbox-precaching',
  'workbox-routing',
  'workbox-strategies',
  'world-atlas',
];

/** Licences of packages that don't name them in the usual field, or not those of their contents. */
export const LICENCES_BY_HAND = /** @type {Record<string, string>} */ ({
  '@mediabunny/aac-encoder': 'MPL-2.0 AND LGPL-2.1-or-later',
  busboy: 'MIT',
  'combine-errors': 'MIT',
  'mpg123-decoder': 'MIT AND LGPL-2.1-only',
  streamsearch: 'MIT',
});

const NOTICE_FILE = /^(licen[cs]e|copying|copyright|notice)([.-].*)?$/i;
const NO_TEXT = 'Its package contains no text of its licence, which is the standard one of that name.';
const RULE = '='.repeat(80);

/**
 * Licences that must be accompanied by their text, and notices of the converter's parts: the packages leave them out.
 */
const TEXTS = ['ffmpeg-core', 'GPL-2', 'LGPL-2.1', 'LGPL-3', 'GPL-3'];

/**
 * A package whose work is shipped to browsers, or that the server needs.
 *
 * @typedef {{ name: string, version: string, licence: string, inBrowsers: boolean }} Licensed
 */

/**
 * Vite plugin that writes the notices of everything shipped: `licences.json` lists the packages, for the screen, and
 * `licences.txt` has every notice in full.
 *
 * @param {string} root folder of the project
 * @returns {import('vite').Plugin}
 */
export function licences(root) {
  const outDir = join(root, 'dist/app');
  return {
    name: 'licences',
    apply: 'build',
    closeBundle: {
      // Before the list of the service worker's files is made.
      order: 'pre',
      sequential: true,
      handler() {
        const shipped = [...bundledFolders(outDir), ...WITHOUT_MAP.map((name) => `node_modules/${name}`)];
        const inBrowsers = new Set(shipped);
        const folders = [...new Set([...shipped, ...serverFolders(root)])];
        const found = folders.map((folder) => readPackage(root, folder, inBrowsers.has(folder)));
        found.sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
        writeFileSync(join(outDir, 'licences.json'), JSON.stringify(unique(found)));
        writeFileSync(join(outDir, 'licences.txt'), printNotices(root, found));
      },
    },
  };
}

/**
 * The folders of the packages whose code is in the built files, by their source maps.
 *
 * @param {string} outDir
 * @returns {string[]}
 */
function bundledFolders(outDir) {
  // What is installed doesn't tell: bundled development packages would be missing, and workers are bundles of their own.
  const assets = join(outDir, 'assets');
  const sources = readdirSync(assets)
    .filter((file) => file.endsWith('.map'))
    .flatMap((file) => JSON.parse(readFileSync(join(assets, file), 'utf8')).sources)
    .map((source) => /node_modules\/(.*\/node_modules\/)?(@[^/]+\/)?[^/]+/.exec(String(source))?.[0]);
  return [...new Set(sources.filter((folder) => folder !== undefined))];
}

/**
 * The folders of all packages that an installation without development tools has.
 *
 * @param {string} root
 * @returns {string[]}
 */
function serverFolders(root) {
  /** @type {{ packages: Record<string, { dev?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  // Builds for other systems are in the list but not installed.
  return Object.keys(packages).filter(
    (folder) => folder !== '' && !packages[folder]?.dev && existsSync(join(root, folder)),
  );
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {boolean} inBrowsers
 * @returns {Licensed & { notices: string[] }}
 * @throws {Error} if the package names no licence
 */
function readPackage(root, folder, inBrowsers) {
  const path = join(root, folder);
  const { name, version, license, licenses } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const licence =
    LICENCES_BY_HAND[name] ?? (typeof license === 'string' ? license : license?.type) ?? licenses?.[0]?.type;
  if (typeof licence !== 'string') throw new Error(`${name} ${version} names no licence; say it in ${import.meta.url}`);
  const notices = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && NOTICE_FILE.test(entry.name))
    .map((entry) => readFileSync(join(path, entry.name), 'utf8').replaceAll('\r\n', '\n').trim());
  return { name, version, licence, inBrowsers, notices };
}

/**
 * Removes the notices, and duplicates of one version.
 *
 * @param {readonly Licensed[]} found
 * @returns {Licensed[]}
 */
function unique(found) {
  /** @type {Map<string, Licensed>} */
  const byName = new Map();
  for (const { name, version, licence, inBrowsers } of found) {
    const key = `${name} ${version}`;
    byName.set(key, { name, version, licence, inBrowsers: inBrowsers || byName.get(key)?.inBrowsers === true });
  }
  return [...byName.values()];
}

/**
 * Formats each notice once, below the packages that have it.
 *
 * @param {string} root
 * @param {readonly (Licensed & { notices: readonly string[] })[]} found
 * @returns {string}
 */
function printNotices(root, found) {
  /** @type {Map<string, Set<string>>} */
  const byText = new Map();
  for (const { name, version, licence, notices } of found) {
    for (const text of notices.length === 0 ? [NO_TEXT] : notices) {
      const names = byText.get(text) ?? new Set();
      byText.set(text, names.add(`${name} ${version} (${licence})`));
    }
  }
  const ours = ['NOTICE', 'LICENSE'].map((file) => readFileSync(join(root, file), 'utf8').trim());
  const theirs = [...byText].map(([text, names]) => `${[...names].join('\n')}\n\n${text}`);
  const standard = TEXTS.map((name) =>
    readFileSync(join(root, `scripts/build/licence-texts/${name}.txt`), 'utf8').trimEnd(),
  );
  return `${[...ours, ...theirs, ...standard].join(`\n\n${RULE}\n\n`)}\n`;
}

/**
 * @param {string} one
 * @param {string} other
 */
function compare(one, other) {
  return one < other ? -1 : Number(one > other);
}
