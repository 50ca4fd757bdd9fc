import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { LANGUAGES } from '../../contracts/vocabulary.ts';

/** Sources of the chunks that an invitation's welcome needs. */
const WELCOME_SOURCES = ['shell/home-shell.tsx', 'shell/welcome-part.tsx', 'shell/services.ts'];

/**
 * Pages that show a screen before any script has loaded: the page's name, which is also the screen's in
 * `app/prerender.tsx`, its path, the source of its chunk, the sources of the next screen's chunks, and attributes of
 * the root.
 */
const SCREENS = [
  { name: 'login', path: '/login', source: 'account/login-screen.tsx', next: [], marks: '' },
  {
    name: 'invite',
    path: '/invite',
    source: 'parcours/invite/invite-screen.tsx',
    next: WELCOME_SOURCES,
    marks: '',
  },
  // The same for an invitation whose parcours the server adds to the page.
  {
    name: 'invited',
    path: '/invite',
    source: 'parcours/invite/invite-screen.tsx',
    next: WELCOME_SOURCES,
    marks: ' data-invited',
  },
];

/** What differs in `index.html` between French and another language: the page's language, and its manifest. */
const FRENCH_PARTS = ['<html lang="fr"', 'href="/manifest.webmanifest"'];

/** Short, because each page contains it. */
const THEME_SCRIPT = '<script src="/theme.js"></script>';

/**
 * @typedef {{ file: string, imports?: string[], dynamicImports?: string[], css?: string[], assets?: string[] }} Chunk
 */

/**
 * Vite plugin that makes the built pages paint at once. It inserts the entry's styles and the theme's script into
 * `index.html`, loads the fonts early, and writes a page for each screen of {@link SCREENS} with its HTML, styles and
 * the addresses of its scripts: all of them in each language. `server/http/app-page.ts` serves these pages,
 * `app/main.tsx` continues from their HTML.
 *
 * @param {string} root folder of the project
 * @returns {import('vite').Plugin}
 */
export function firstPaint(root) {
  const outDir = join(root, 'dist/app');
  return {
    name: 'first-paint',
    apply: 'build',
    closeBundle: {
      // Before the list of the service worker's files is made.
      order: 'pre',
      sequential: true,
      async handler() {
        /** @type {Record<string, Chunk>} */
        const manifest = JSON.parse(readFileSync(join(outDir, '.vite/manifest.json'), 'utf8'));
        const assets = readdirSync(join(outDir, 'assets'));
        const prerenderScreen = await loadPrerender(root);
        const read = (/** @type {string} */ file) => readFileSync(join(outDir, file), 'utf8');
        const shell = inlineTheme(
          inlineStyles(read('index.html'), chunksOf(manifest, ['index.html']), read),
          read('theme.js'),
        ).replace('<!-- early -->', preloadFonts(assets));
        mkdirSync(join(outDir, 'pages'), { recursive: true });
        for (const language of LANGUAGES) {
          const ending = language === 'fr' ? 'html' : `${language}.html`;
          const write = (/** @type {string} */ name, /** @type {string} */ page) =>
            writeFileSync(join(outDir, `${name}.${ending}`), page);
          const ownShell = shellIn(shell, language);
          write('index', ownShell);
          for (const { name, path, source, next, marks } of SCREENS) {
            const html = await prerenderScreen(name, language);
            const chunks = withWords(manifest, ['index.html', source], language);
            const nextChunks = next.length === 0 ? [] : withWords(manifest, next, language);
            write(`pages/${name}`, pageOf(ownShell, { path, html, chunks, nextChunks, marks, read }));
          }
        }
      },
    },
  };
}

/**
 * Builds `app/prerender.tsx` for Node.
 *
 * @param {string} root
 * @returns {Promise<(name: string, language: string) => Promise<string>>}
 */
async function loadPrerender(root) {
  const outDir = join(root, '.cache/prerender');
  await build({
    configFile: false,
    root: join(root, 'app'),
    logLevel: 'warn',
    plugins: [react()],
    // Styles refer to files in it.
    build: {
      ssr: 'prerender.tsx',
      copyPublicDir: false,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  });
  const { prerenderScreen } = await import(`${pathToFileURL(join(outDir, 'prerender.js')).href}?${Date.now()}`);
  // React preloads pictures of suspended screens; these screens don't suspend.
  return async (name, language) => (await prerenderScreen(name, language)).replace(/^(<link rel="preload"[^>]*>)+/, '');
}

/**
 * Returns the chunks that these load at once, themselves first.
 *
 * @param {Readonly<Record<string, Chunk>>} manifest
 * @param {readonly string[]} keys
 * @returns {Chunk[]}
 */
function chunksOf(manifest, keys) {
  const visited = new Set(keys);
  for (const key of visited) for (const next of manifest[key]?.imports ?? []) visited.add(next);
  return [...visited].map((key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build has no chunk ${key}`);
    return chunk;
  });
}

/**
 * As {@link chunksOf}, with the chunks that have their words in this language.
 *
 * @param {Readonly<Record<string, Chunk>>} manifest
 * @param {readonly string[]} keys
 * @param {string} language
 */
function withWords(manifest, keys, language) {
  const words = chunksOf(manifest, keys).flatMap(({ dynamicImports = [] }) =>
    dynamicImports.filter((key) => key.startsWith(`_${language}-`)),
  );
  return chunksOf(manifest, [...keys, ...words]);
}

/**
 * @param {string} shell in French
 * @param {string} language
 */
function shellIn(shell, language) {
  return FRENCH_PARTS.reduce((page, part) => {
    if (!page.includes(part)) throw new Error(`Expected ${part} in app/index.html`);
    if (language === 'fr') return page;
    return page.replace(part, part.replace('"fr"', `"${language}"`).replace('.webmanifest', `.${language}$&`));
  }, shell);
}

/**
 * Puts the chunks' styles into a page that doesn't have them yet, in place of the elements that would load them.
 *
 * @param {string} page
 * @param {readonly Chunk[]} chunks
 * @param {(file: string) => string} read
 */
function inlineStyles(page, chunks, read) {
  const bare = page.replace(/\s*<link rel="stylesheet" (?!href="[^"]*" disabled)[^>]*>/g, '');
  const files = [...new Set(chunks.flatMap(({ css = [] }) => css))].filter((file) => !bare.includes(`"/${file}"`));
  const styles = files.map((file) => read(file).trim()).join('\n');
  // A disabled element loads nothing, and tells Vite's loader of chunks that the page has these styles.
  const kept = files.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`);
  return bare.replace('</head>', () => `  <style>${styles}</style>\n    ${kept.join('')}\n  </head>`);
}

/**
 * @param {string} page
 * @param {string} script
 */
function inlineTheme(page, script) {
  if (!page.includes(THEME_SCRIPT)) throw new Error(`Expected ${THEME_SCRIPT} in app/index.html`);
  const short = script.replace(/^\s*\/\/.*\n/gm, '').replace(/\n\s*/g, ' ');
  return page.replace(THEME_SCRIPT, () => `<script>${short.trim()}</script>`);
}

/** @param {readonly string[]} files */
function preloadFonts(files) {
  return files
    .filter((file) => file.endsWith('.woff2'))
    .map((file) => `<link rel="preload" href="/assets/${file}" as="font" type="font/woff2" crossorigin />`)
    .join('\n    ');
}

/**
 * Builds the page of one screen. Its text is painted without scripts, so the scripts load after the fonts, and those of
 * the next screen last.
 *
 * @param {string} shell
 * @param {{ path: string, html: string, chunks: readonly Chunk[], nextChunks: readonly Chunk[], marks: string, read:
 * (file: string) => string, }} screen
 */
function pageOf(shell, { path, html, chunks, nextChunks, marks, read }) {
  const page = inlineStyles(shell, chunks, read)
    .replaceAll(/<script type="module"|<link rel="modulepreload"/g, '$& fetchpriority="low"')
    .replace(
      /<div id="root">[\s\S]*?<\/div>\s*<\/div>/,
      () => `<div id="root" data-screen="${path}"${marks}>${html}</div>`,
    );
  const preload = (/** @type {readonly Chunk[]} */ some, /** @type {string} */ before) => {
    // As Vite's loader requests them: without `crossorigin` it would fetch the styles a second time.
    const preloads = some.flatMap(({ file, css = [] }) => [
      `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
      ...css.map((style) => `<link rel="preload" as="style" fetchpriority="low" crossorigin href="/${style}">`),
    ]);
    return [...new Set(preloads)].filter((link) => !before.includes(link.slice(link.indexOf('href='), -1)));
  };
  const own = preload(chunks, page);
  const next = preload(nextChunks, page + own.join(''));
  // The server removes these for people whose next screen is another.
  const marked = next.length === 0 ? [] : ['<!-- next -->', ...next, '<!-- /next -->'];
  return page.replace('</head>', () => `  ${[...own, ...marked].join('\n    ')}\n  </head>`);
}
