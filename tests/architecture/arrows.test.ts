import { describe, expect, it } from 'vitest';
import { readSources, SOURCE_FOLDERS, type Source } from './sources.ts';

const sources = readSources(SOURCE_FOLDERS);
const paths = new Set(sources.map((source) => source.path));

/** The layers of paths, most specific first. A file may import its own layer and the listed layers. */
const LAYERS: ReadonlyArray<{ layer: string; path: RegExp; mayImport: readonly string[] }> = [
  { layer: 'contracts', path: /^contracts\//, mayImport: [] },
  { layer: 'audio-wasm', path: /^audio-wasm\//, mayImport: ['contracts'] },
  { layer: 'workers/client', path: /^workers\/client\//, mayImport: ['workers', 'contracts', 'audio-wasm'] },
  { layer: 'workers', path: /^workers\//, mayImport: ['contracts', 'audio-wasm'] },
  { layer: 'app/ui', path: /^app\/ui\//, mayImport: ['contracts'] },
  { layer: 'app/platform', path: /^app\/platform\//, mayImport: ['contracts'] },
  { layer: 'app/paths', path: /^app\/paths\.ts$/, mayImport: [] },
  {
    layer: 'app/shell',
    path: /^app\/shell\//,
    mayImport: ['app/subjects', 'app/paths', 'app/platform', 'app/ui', 'contracts'],
  },
  {
    layer: 'app/router',
    path: /^app\/router\.tsx$/,
    mayImport: ['app/shell', 'app/subjects', 'app/paths', 'app/platform', 'app/ui'],
  },
  {
    layer: 'app/main',
    path: /^app\/main\.tsx$/,
    mayImport: ['app/router', 'app/subjects', 'app/paths', 'app/platform', 'app/ui'],
  },
  // Run by the build, not by the page.
  {
    layer: 'app/prerender',
    path: /^app\/prerender\.tsx$/,
    mayImport: ['app/shell', 'app/subjects', 'app/paths', 'app/ui', 'contracts'],
  },
  {
    layer: 'app/subjects',
    path: /^app\/[a-z]+\//,
    mayImport: ['app/paths', 'app/platform', 'app/ui', 'contracts', 'workers/client'],
  },
  // Common to all parts of the server: the project's root, its version, the log and the messages of failures.
  { layer: 'server/ground', path: /^server\/(log|project-root|version|describe-failure)\.ts$/, mayImport: [] },
  { layer: 'server/store', path: /^server\/store\//, mayImport: ['contracts'] },
  {
    layer: 'server/domain',
    path: /^server\/domain\//,
    mayImport: ['server/ground', 'server/store', 'contracts', 'audio-wasm'],
  },
  // What only several servers need: PostgreSQL, buckets, moves to them. Chosen in open-stores.ts; nothing below knows it.
  {
    layer: 'server/cluster',
    path: /^server\/cluster\//,
    mayImport: ['server/domain', 'server/store', 'contracts'],
  },
  { layer: 'server/config', path: /^server\/config(\.ts|\/)/, mayImport: ['server/ground', 'contracts'] },
  {
    layer: 'server/context',
    path: /^server\/context(\.ts|\/)/,
    mayImport: ['server/config', 'server/cluster', 'server/domain', 'server/store', 'contracts'],
  },
  {
    layer: 'server/demo',
    path: /^server\/demo\//,
    mayImport: [
      'server/ground',
      'server/context',
      'server/config',
      'server/domain',
      'server/store',
      'contracts',
      'audio-wasm',
    ],
  },
  { layer: 'server/http', path: /^server\/http\//, mayImport: ['server/context', 'server/domain', 'contracts'] },
  {
    layer: 'server/routes',
    path: /^server\/routes\//,
    mayImport: ['server/http', 'server/context', 'server/domain', 'contracts'],
  },
  {
    layer: 'server/app',
    path: /^server\/app\.ts$/,
    mayImport: ['server/ground', 'server/routes', 'server/http', 'server/context', 'server/domain', 'contracts'],
  },
  {
    layer: 'server/serve',
    path: /^server\/serve\.ts$/,
    mayImport: ['server/app', 'server/config', 'server/context', 'server/demo', 'server/domain', 'server/http'],
  },
  {
    layer: 'server/main',
    path: /^server\/(main|start-errors)\.ts$/,
    mayImport: ['server/ground', 'server/serve', 'server/config', 'server/demo', 'server/cluster', 'server/store'],
  },
  {
    layer: 'server/tools',
    path: /^server\/(tools\/|(admin|backup|check-config|move|parcours|verify-media)\.ts$)/,
    mayImport: ['server/ground', 'server/config', 'server/cluster', 'server/domain', 'server/store', 'contracts'],
  },
  { layer: 'scripts', path: /^scripts\//, mayImport: ['contracts', 'audio-wasm', 'server/demo', 'server/domain'] },
];

/**
 * The subjects of the app, each with its state, screens, words and styles. State imports state of subjects before its
 * own in this list; screens import the state of any subject.
 */
const SUBJECTS = [
  'page',
  'position',
  'session',
  'parcours',
  'places',
  'tellings',
  'packs',
  'walk',
  'codes',
  'drops',
  'editor',
  'rehearsal',
  'exchange',
  'moderation',
  'account',
  'welcome',
  'map',
  'legal',
  'admin',
];

/**
 * The areas of the other large layers. A file may import files of its own area, of the listed areas, and of the
 * layer's shared files, which are in no area.
 */
const AREAS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'app/platform': {
    storage: [],
    page: ['storage'],
    net: ['page', 'storage'],
    packs: ['net', 'page', 'storage'],
    audio: ['net', 'packs'],
    position: ['page'],
    map: ['page', 'storage', 'net', 'packs'],
  },
  'server/domain': {
    mail: [],
    'audit-log': [],
    accounts: ['mail', 'audit-log'],
    media: [],
    parcours: ['mail', 'media', 'audit-log'],
    guests: ['accounts', 'parcours', 'audit-log'],
    cards: ['parcours', 'media'],
    places: ['parcours', 'media', 'audit-log'],
    tellings: ['places', 'parcours', 'media'],
    packs: ['tellings', 'places', 'parcours', 'media'],
    open: ['tellings', 'places', 'media'],
    moderation: ['mail', 'tellings', 'places', 'parcours', 'media', 'audit-log'],
    uploads: ['tellings', 'places', 'parcours', 'media'],
    exchange: ['moderation', 'uploads', 'tellings', 'places', 'parcours', 'media', 'audit-log'],
    upkeep: [],
    overview: ['audit-log', 'media', 'moderation'],
    listens: ['parcours'],
    tiles: ['packs', 'media'],
    // Handles a person's data of all these rooms.
    rights: ['accounts', 'mail', 'media', 'audit-log'],
  },
};

/** Packages that only some of the code may use. */
const PACKAGES: ReadonlyArray<{ name: RegExp; onlyIn: RegExp }> = [
  { name: /^zod(\/mini)?$/, onlyIn: /^(contracts\/|server\/(config(\.ts$|\/)|http\/)|app\/platform\/)/ },
  { name: /^pmtiles$/, onlyIn: /^(app\/platform\/map\/|server\/(domain|store)\/)/ },
  { name: /^@protomaps\/basemaps$/, onlyIn: /^app\/platform\/map\// },
  { name: /^express(-|$)|^multer$/, onlyIn: /^server\/(app\.ts|http\/|routes\/)/ },
  { name: /^@node-rs\/argon2$/, onlyIn: /^server\/domain\/accounts\/passwords\.ts$/ },
  { name: /^nodemailer$/, onlyIn: /^server\/domain\/mail\// },
  { name: /^@zxcvbn-ts\//, onlyIn: /^server\/domain\/accounts\// },
  { name: /^@simplewebauthn\/server/, onlyIn: /^server\/domain\/accounts\/passkeys\// },
  { name: /^@simplewebauthn\/browser$/, onlyIn: /^app\/platform\/net\// },
  { name: /^prom-client$/, onlyIn: /^server\/http\/metrics\.ts$/ },
  { name: /^(helmet|rate-limiter-flexible)$/, onlyIn: /^server\/http\// },
  {
    name: /^sharp$/,
    onlyIn:
      /^(server\/domain\/media\/load-sharp\.ts$|server\/domain\/media\/(decode-image|encode-image|encode-picture)\.ts$|scripts\/)/,
  },
  { name: /^knex$|^sqlite3$/, onlyIn: /^server\/(store|cluster)\// },
  { name: /^(mediabunny|@mediabunny\/.*)$/, onlyIn: /^server\/domain\/media\/renditions\/encoder\.ts$/ },
  { name: /^mpg123-decoder$/, onlyIn: /^server\/demo\/decode-clip\.ts$/ },
  { name: /^@tus\/server$/, onlyIn: /^server\/http\/resumable\.ts$/ },
  { name: /^tus-js-client$/, onlyIn: /^app\/platform\/net\/audio-upload\.ts$/ },
  { name: /^comlink$/, onlyIn: /^workers\// },
  { name: /^react(-dom|-router-dom)?(\/|$)/, onlyIn: /^app\/(?!platform\/)/ },
  { name: /^@ffmpeg\//, onlyIn: /^workers\/transcode\// },
  { name: /^@mapbox\/mapbox-gl-draw/, onlyIn: /^app\/editor\// },
  { name: /^react-dropzone$/, onlyIn: /^app\/ui\// },
  { name: /^yazl$/, onlyIn: /^server\/domain\/zip-stream\.ts$/ },
  { name: /^yauzl$/, onlyIn: /^server\/domain\/exchange\/read-zip\.ts$/ },
  { name: /^uqr$/, onlyIn: /^app\/parcours\/invite\// },
  { name: /^flatbush$/, onlyIn: /^workers\/nearest\// },
  { name: /^papaparse$/, onlyIn: /^(workers\/import\/|contracts\/|server\/domain\/exchange\/)/ },
  { name: /^saxes$/, onlyIn: /^(workers\/import\/walk-xml|server\/cluster\/s3-store)\.ts$/ },
  { name: /^aws4fetch$|^pg$/, onlyIn: /^server\/cluster\// },
  { name: /^idb$/, onlyIn: /^app\/platform\/storage\/outbox-store\.ts$/ },
  { name: /^node:/, onlyIn: /^(server|scripts)\// },
];

/** Globals that only the app's platform folder may use, so that the layers above can be tested without them. */
const BROWSER_GLOBALS =
  /\b(localStorage|sessionStorage|navigator\.|window\.|XMLHttpRequest|new Audio\(|(?<![.\w])fetch\()/;

/** Which language is shown, and its rules: not drawn, but for words. */
const LANGUAGE = /^app\/ui\/(language|language-names|plural)\.ts$/;

const views = findViews();

function layerOf(path: string): (typeof LAYERS)[number] | undefined {
  return LAYERS.find((layer) => layer.path.test(path));
}

/** Returns the layer of a path, if it has areas, and the area; the layer's shared files have no area. */
function areaOf(path: string): readonly [layer?: string, area?: string | undefined] {
  const layer = Object.keys(AREAS).find((name) => path.startsWith(`${name}/`));
  return layer === undefined
    ? []
    : [
        layer,
        path
          .slice(layer.length + 1)
          .split('/')
          .slice(0, -1)[0],
      ];
}

/** Returns the subject of the app that a path belongs to. */
function subjectOf(path: string): string | undefined {
  return layerOf(path)?.layer === 'app/subjects' ? path.split('/')[1] : undefined;
}

/** Whether a path has texts that people read, which depend on nothing but other texts. */
function isWords(path: string): boolean {
  return /-words(\.[a-z]{2})?\.ts$/.test(path);
}

/** Returns the files that use React, styles or a component, themselves or through what they import. */
function findViews(): ReadonlySet<string> {
  const app = sources.filter(({ path }) => path.startsWith('app/') && !path.startsWith('app/platform/'));
  const isDrawn = (path: string) =>
    /^react(-|\/|$)|\.css$/.test(path) || (path.startsWith('app/ui/') && !isWords(path) && !LANGUAGE.test(path));
  const views = new Set<string>(app.map(({ path }) => path).filter((path) => path.endsWith('.tsx')));
  for (let size = -1; size !== views.size; ) {
    size = views.size;
    for (const { path, imports } of app) if (imports.some((to) => isDrawn(to) || views.has(to))) views.add(path);
  }
  return views;
}

function ownImports(source: Source): string[] {
  return source.imports.filter((path) => paths.has(path));
}

describe('the import arrows', () => {
  it('give every source file a layer', () => {
    expect(sources.map((source) => source.path).filter((path) => layerOf(path) === undefined)).toEqual([]);
  });

  it('point down only', () => {
    const wrong = sources.flatMap((source) => {
      const from = layerOf(source.path);
      return ownImports(source)
        .filter((path) => {
          const to = layerOf(path);
          return from !== undefined && to !== undefined && from !== to && !from.mayImport.includes(to.layer);
        })
        .map((path) => `${source.path} -> ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  it('lead between areas only as the areas allow', () => {
    const wrong = sources.flatMap((source) => {
      const [layer, area] = areaOf(source.path);
      if (layer === undefined || area === undefined) return [];
      const allowed = AREAS[layer]?.[area];
      return ownImports(source)
        .map((path) => [path, ...areaOf(path)] as const)
        .filter(([, toLayer, to]) => toLayer === layer && to !== undefined && to !== area && !allowed?.includes(to))
        .map(([path]) => `${source.path} -> ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  it('know every subject of the app', () => {
    const subjects = new Set(sources.map(({ path }) => subjectOf(path)).filter((subject) => subject !== undefined));
    expect([...subjects].sort()).toEqual([...SUBJECTS].sort());
  });

  it('lead from state to its own subject and the subjects below only', () => {
    const wrong = sources
      .filter(({ path }) => !views.has(path) && !isWords(path))
      .flatMap((source) => {
        const rank = SUBJECTS.indexOf(subjectOf(source.path) ?? '');
        return ownImports(source)
          .filter((path) => rank >= 0 && SUBJECTS.indexOf(subjectOf(path) ?? '') > rank)
          .map((path) => `${source.path} -> ${path}`);
      });
    expect(wrong).toEqual([]);
  });

  it('lead to the app’s words from views and other words only', () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith('app/') && !views.has(path) && !isWords(path))
      .flatMap((source) => source.imports.filter(isWords).map((path) => `${source.path} -> ${path}`));
    expect(wrong).toEqual([]);
  });

  it('never join the views of two subjects', () => {
    const wrong = sources.flatMap((source) => {
      const subject = subjectOf(source.path);
      return ownImports(source)
        .filter((path) => subject !== undefined && views.has(path))
        .filter((path) => subjectOf(path) !== undefined && subjectOf(path) !== subject)
        .map((path) => `${source.path} -> ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  it('form no cycle', () => {
    // Of its subject's words, a language takes only the type.
    const own = (path: string): string => path.replace(/(-words|-text)\.[a-z]{2}\.ts$/, '$1.ts');
    const graph = sources.map((source): [string, string[]] => [
      source.path,
      ownImports(source).filter((path) => source.path === own(source.path) || path !== own(source.path)),
    ]);
    expect(findCircle(new Map(graph))).toEqual([]);
  });

  it('reach each package only from code that may use it', () => {
    const wrong = sources.flatMap((source) =>
      source.imports
        .filter((name) => PACKAGES.some((rule) => rule.name.test(name) && !rule.onlyIn.test(source.path)))
        .map((name) => `${source.path} -> ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are reported if they form a cycle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ]);
    expect(findCircle(graph)).toEqual(['b', 'c', 'b']);
  });
});

describe('the edges', () => {
  it('leave browser globals to app/platform', () => {
    const wrong = sources
      .filter(({ path }) => path.startsWith('app/') && !path.startsWith('app/platform/') && !path.endsWith('/sw.ts'))
      .filter(({ code }) => BROWSER_GLOBALS.test(code))
      .map(({ path, code }) => `${path}: ${BROWSER_GLOBALS.exec(code)?.[0]}`);
    expect(wrong).toEqual([]);
  });

  it('leave the environment to server/config.ts', () => {
    const wrong = sources.filter(({ path, code }) => path.startsWith('server/') && /process\.env/.test(code));
    expect(wrong.map(({ path }) => path)).toEqual(['server/config.ts']);
  });
});

/** Returns the first cycle found by depth-first search, as the path that closes it; empty if there is none. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>();
  const visit = (node: string, trail: readonly string[]): string[] => {
    const seenAt = trail.indexOf(node);
    if (seenAt >= 0) return [...trail.slice(seenAt), node];
    if (finished.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const circle = visit(next, [...trail, node]);
      if (circle.length > 0) return circle;
    }
    finished.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const circle = visit(node, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
