import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseSync } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { inLanguages, loadWords, showLanguage, shownLanguage } from '../../../app/ui/language.ts';
import { plural } from '../../../app/ui/plural.ts';
import { projectRoot } from '../../../server/project-root.ts';

afterEach(() => showLanguage('fr'));

/** Words of a subject in both languages. */
function ofSubject() {
  return inLanguages(
    {
      save: 'Enregistrer',
      menu: { open: 'Ouvrir' },
      count: (places: number) => `${places} ${plural(places, 'lieu', 'lieux')}`,
      sides: ['gauche', 'droite'],
    },
    {
      en: async () => ({
        save: 'Save',
        menu: { open: 'Open' },
        count: (places: number) => `${places} ${plural(places, 'place', 'places')}`,
        sides: ['left', 'right'],
      }),
    },
  );
}

describe('the words of a subject', () => {
  it('follow the language shown, also in groups, lists and functions', async () => {
    const words = ofSubject();
    const { menu } = words;
    const read = () => [words.save, menu.open, words.count(0), words.count(1), ...words.sides];
    expect(read()).toEqual(['Enregistrer', 'Ouvrir', '0 lieu', '1 lieu', 'gauche', 'droite']);
    await showLanguage('en');
    expect(shownLanguage()).toBe('en');
    expect(read()).toEqual(['Save', 'Open', '0 places', '1 place', 'left', 'right']);
    expect(Object.values(words.menu)).toEqual(['Open']);
  });

  it('can refer to those of another subject', async () => {
    const words = ofSubject();
    const title = {
      get title(): string {
        return words.save;
      },
    };
    const others = inLanguages(title, { en: async () => title });
    expect(others.title).toBe('Enregistrer');
    await showLanguage('en');
    expect(others.title).toBe('Save');
  });

  it('of a part that is loaded later are there once it waits for them', async () => {
    await showLanguage('en');
    const words = ofSubject();
    expect(words.save).toBe('Enregistrer');
    await loadWords();
    expect(words.save).toBe('Save');
  });

  it('of a part that arrives while the language is loaded are there, too', async () => {
    const arrived: ReturnType<typeof ofSubject>[] = [];
    const load = async () => {
      arrived.push(ofSubject());
      return { save: 'Save' };
    };
    inLanguages({ save: 'Enregistrer' }, { en: load });
    await showLanguage('en');
    expect(arrived.map(({ save }) => save)).toEqual(['Save']);
  });

  it('that can’t be loaded leave the language as it is, and are asked for again', async () => {
    let isOnline = false;
    const load = async () => {
      if (!isOnline) throw new Error('offline');
      return { save: 'Save' };
    };
    const words = inLanguages({ save: 'Enregistrer' }, { en: load });
    await expect(showLanguage('en')).rejects.toThrow('offline');
    expect([shownLanguage(), words.save]).toEqual(['fr', 'Enregistrer']);
    isOnline = true;
    await showLanguage('en');
    expect(words.save).toBe('Save');
  });
});

it('the language chosen last is shown, also if an earlier one loads longer', async () => {
  const words = ofSubject();
  await Promise.all([showLanguage('en'), showLanguage('fr')]);
  expect([shownLanguage(), words.save]).toEqual(['fr', 'Enregistrer']);
});

const APP = join(projectRoot(), 'app');

/** The sources of the app, relative to it. */
const sources = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** An import's path that leads to a file of words. */
const WORDS_FILE = /-words(\.en)?\.ts'/;

/** A node of a syntax tree, as far as it is looked at. */
interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly [part: string]: unknown;
}

it('no text is read when the code is loaded, where another language would not reach it', async () => {
  const found: string[] = [];
  for (const file of sources) {
    const text = readFileSync(join(APP, file), 'utf8');
    // Parsing the others would take most of this test's time.
    if (!WORDS_FILE.test(text)) continue;
    const { body } = parseSync(file, text).program as unknown as { readonly body: readonly Syntax[] };
    const words = new Map<string, unknown>();
    for (const statement of body)
      for (const [name, value] of await importedWords(file, statement)) words.set(name, value);
    for (const statement of body) {
      const alias = aliasOf(statement, words);
      if (alias !== null) words.set(...alias);
      else found.push(...readsIn(statement, words).map((at) => `${file}: ${text.slice(at).split('\n')[0]}`));
    }
  }
  expect(found).toEqual([]);
});

/** Returns the local names of what a statement imports from a file of words, with their values. */
async function importedWords(file: string, { type, source, importKind, specifiers }: Syntax) {
  if (type !== 'ImportDeclaration' || importKind === 'type') return [];
  const path = (source as { readonly value: string }).value;
  if (!WORDS_FILE.test(`'${path}'`)) return [];
  const all = (await import(pathToFileURL(join(APP, dirname(file), path)).href)) as Readonly<Record<string, unknown>>;
  return (specifiers as readonly Readonly<Record<'imported' | 'local', { readonly name: string }>>[]).map(
    ({ imported, local }) => [local.name, all[imported.name]] as const,
  );
}

/** Returns the name that a statement gives a whole group of words, as in `const words = strings.menu`, with its value. */
function aliasOf({ type, declarations }: Syntax, words: ReadonlyMap<string, unknown>): [string, unknown] | null {
  if (type !== 'VariableDeclaration') return null;
  const [first] = declarations as readonly { readonly id: Syntax; readonly init: Syntax | null }[];
  if (first?.init == null || first.id.type !== 'Identifier' || !isOfWords(first.init, words)) return null;
  const value = findValue(first.init, words);
  return typeof value === 'object' ? [String(first.id.name), value] : null;
}

function isOfWords(node: Syntax, words: ReadonlyMap<string, unknown>): boolean {
  if (node.type === 'Identifier') return words.has(String(node.name));
  return node.type === 'MemberExpression' && isOfWords(node.object as Syntax, words);
}

function findValue(node: Syntax, words: ReadonlyMap<string, unknown>): unknown {
  if (node.type === 'Identifier') return words.get(String(node.name));
  return Reflect.get(Object(findValue(node.object as Syntax, words)), String((node.property as Syntax).name));
}

/** Returns where a tree reads words outside of functions and types. */
function readsIn(node: unknown, words: ReadonlyMap<string, unknown>): number[] {
  if (Array.isArray(node)) return node.flatMap((part) => readsIn(part, words));
  if (typeof node !== 'object' || node === null || !('type' in node)) return [];
  const { type, start, ...parts } = node as Syntax;
  if (/^TS|^ImportDeclaration|Function/.test(type) && !/^TS(As|Satisfies|NonNull)Expression$/.test(type)) return [];
  const { declarations } = parts as {
    readonly declarations?: readonly { readonly id: Syntax; readonly init: Syntax }[];
  };
  const taken = declarations?.find(({ id, init }) => id.type === 'ObjectPattern' && isOfWords(init, words));
  if (taken !== undefined) return [start];
  // The name of a group, or of a function, reads nothing yet.
  const read = type === 'CallExpression' ? parts.callee : type === 'SpreadElement' ? parts.argument : node;
  if (read !== node && isOfWords(read as Syntax, words)) return [start];
  if (type === 'MemberExpression' && isOfWords(node as Syntax, words)) return [start];
  if (type === 'Property' && parts.computed !== true) return readsIn(parts.value, words);
  return Object.values(parts).flatMap((part) => readsIn(part, words));
}
