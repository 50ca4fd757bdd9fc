import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The folders that hold the product's own code. */
export const SOURCE_FOLDERS = ['contracts', 'audio-wasm', 'workers', 'app', 'server', 'scripts'] as const;

/** A source file as the architecture tests examine it. */
export interface Source {
  /** Path from the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** The text without comments, so that a word in one is not taken for code. */
  readonly code: string;
  /** Its imports: paths from the root for our own files, package names for the others. */
  readonly imports: readonly string[];
}

/** Reads every source file below the given folders of the root. */
export function readSources(folders: readonly string[]): Source[] {
  return folders.flatMap((folder) => listFiles(folder)).map(readSource);
}

/** Returns the paths of all TypeScript and script files below a folder, without builds. */
export function listFiles(folder: string, pattern = /\.(ts|tsx|mjs)$/): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.includes('/build/') && !path.includes('node_modules/'))
    .sort();
}

const IMPORT = new RegExp(
  [
    /(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]/,
    /import\s*['"]([^'"]+)['"]/,
    /import\(\s*['"]([^'"]+)['"]/,
    /new URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/,
  ]
    .map((part) => part.source)
    .join('|'),
  'g',
);

function readSource(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const code = withoutComments(text);
  const imports = [...code.matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')
    .map((specifier) => resolve(path, specifier));
  return { path, text, code, imports };
}

function resolve(path: string, specifier: string): string {
  const file = specifier.replace(/\?.*$/, '');
  return file.startsWith('.') ? posix.normalize(posix.join(dirname(path), file)) : file;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/[^\n]*/g, '$1');
}
