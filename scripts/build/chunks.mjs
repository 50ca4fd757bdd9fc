import { join, relative } from 'node:path';

/**
 * The stages of the way into the app, in their order: the names of their files, and their entry sources. The modules
 * that a stage needs beyond the earlier stages go into one file. A separate file for each module that two screens share
 * would mean a hundred requests before the map, each taking a few milliseconds of a phone's processor.
 */
const STAGES = [
  {
    name: 'start',
    sources: ['main.tsx', 'account/login-screen.tsx', 'account/passwordless-logins.tsx'],
  },
  {
    name: 'account',
    sources: [
      'account/sign-up-screen.tsx',
      'account/passwords/forgotten-screen.tsx',
      'account/passwords/reset-screen.tsx',
      'account/passwords/verify-screen.tsx',
      'shell/not-found-screen.tsx',
    ],
  },
  { name: 'invite', sources: ['parcours/invite/invite-screen.tsx'] },
  { name: 'home', sources: ['shell/home-shell.tsx', 'shell/services.ts', 'shell/welcome-part.tsx'] },
  {
    name: 'legal',
    sources: [
      'legal/terms-screen.tsx',
      'legal/about-screen.tsx',
      'legal/declaration-screen.tsx',
      'legal/licences-screen.tsx',
    ],
  },
  { name: 'walk', sources: ['shell/walk-screen.tsx', 'shell/parcours.tsx'] },
];

/** Large libraries, which a phone's cache retains when the app changes. */
const LIBRARIES = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  { name: 'maplibre', test: /\/node_modules\/maplibre-gl\// },
];

/** The words of a subject in a language other than French. */
const WORDS = /^(.*-words)\.([a-z]{2})\.ts$/;

/** Index modules of a package, which only re-export: an importer of one name needs only that name's module. */
const INDEXES = /\/node_modules\/(lucide-react\/dist\/esm\/lucide-react|radix-ui\/dist\/index)\.mjs$/;

/**
 * Groups for the bundler (`output.codeSplitting.groups`). An entry source of a stage, or one that is loaded on demand,
 * stays a separate file with the modules that only it needs.
 *
 * @param {string} appDir folder of the app's sources
 * @returns {import('rolldown').CodeSplittingGroup[]}
 */
export function chunkGroups(appDir) {
  /** @type {ReadonlyMap<string, string> | null} */
  let stages = null;
  /** @type {(id: string, context: import('rolldown').ChunkingContext) => string | undefined} */
  const stageOf = (id, context) => {
    stages ??= stagesOf(appDir, (module) => context.getModuleInfo(module));
    return stages.get(id);
  };
  return [
    ...LIBRARIES,
    {
      // One file for the words of a stage in another language, and one for those of each subject's own screens.
      debugName: 'words',
      test: WORDS,
      name: (id, context) => {
        const [, words = '', language = ''] = WORDS.exec(id) ?? [];
        const [subject] = relative(appDir, words).split('/');
        return `${language}-${stageOf(`${words}.ts`, context) ?? `of-${subject}`}`;
      },
    },
    {
      debugName: 'stages',
      // Modules that only one screen needs stay in that screen's file.
      minShareCount: 2,
      name: (id, context) => stageOf(id, context) ?? null,
    },
  ];
}

/**
 * @param {string} appDir
 * @param {(id: string) => import('rolldown').ModuleInfo | null} getModuleInfo
 * @returns {Map<string, string>} the stages of modules, by their ids
 */
function stagesOf(appDir, getModuleInfo) {
  /** @type {Map<string, string>} */
  const stages = new Map();
  for (const { name, sources } of STAGES) {
    const begins = sources.map((source) => join(appDir, source));
    const visited = new Set(begins);
    for (const id of visited) for (const next of needsOf(id, getModuleInfo)) visited.add(next);
    for (const id of visited) if (!begins.includes(id) && !stages.has(id)) stages.set(id, name);
  }
  return stages;
}

/**
 * Returns the modules that a module imports; of a package's index, only those whose names it imports.
 *
 * @param {string} id
 * @param {(id: string) => import('rolldown').ModuleInfo | null} getModuleInfo
 * @returns {string[]}
 */
function needsOf(id, getModuleInfo) {
  const { importedIds = [], code } = getModuleInfo(id) ?? {};
  return importedIds.flatMap((next) => {
    if (!INDEXES.test(next)) return [next];
    const index = getModuleInfo(next);
    const listed = index?.importedIds ?? [];
    const modules = modulesByName(index?.code ?? '');
    return namesImported(code ?? '').flatMap((name) => {
      const path = modules.get(name);
      return path === undefined ? [] : listed.filter((module) => `${module}/`.includes(`/${path}/`));
    });
  });
}

/**
 * @param {string} code of an index
 * @returns {Map<string, string>} paths by the names that they are exported under
 */
function modulesByName(code) {
  const statements = code.matchAll(/(?:import \* as|export \{)([^;]*?)\}? from ['"](?:\.\/)?([^'"]+)['"]/g);
  return new Map(
    Array.from(statements, ([, names = '', path = '']) =>
      names.split(',').map((name) => /** @type {const} */ ([name.replace(/.* as /, '').trim(), path])),
    ).flat(),
  );
}

/**
 * @param {string} code
 * @returns {string[]} the names that it imports
 */
function namesImported(code) {
  return Array.from(code.matchAll(/import \{([^}]*)\} from/g), ([, names = '']) =>
    names.split(',').map((name) => name.replace(/ as .*/, '').trim()),
  ).flat();
}
