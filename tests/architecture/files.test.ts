import { describe, expect, it } from 'vitest';
import { readSources, SOURCE_FOLDERS } from './sources.ts';

/** 80 to 250 are normal; see CONTRIBUTING. */
const MAX_LINES = 600;

/** String tables, legal text and content may pass the ceiling. */
const MAY_BE_LONG = /-words(\.[a-z]{2})?\.ts$|^app\/legal\//;

const sources = readSources(SOURCE_FOLDERS);

describe('the source files', () => {
  it(`have at most ${MAX_LINES} lines`, () => {
    const long = sources
      .filter(({ path }) => !MAY_BE_LONG.test(path))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });

  it('document everything they export', () => {
    const bare = sources.flatMap(({ path, text }) =>
      undocumentedExports(text).map((declaration) => `${path}: ${declaration}`),
    );
    expect(bare).toEqual([]);
  });

  it('contain no marks of unfinished work', () => {
    const mark = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`);
    expect(sources.filter(({ text }) => mark.test(text)).map(({ path }) => path)).toEqual([]);
  });

  it('keep worker entries to 20 lines', () => {
    const long = sources
      .filter(({ path }) => path.endsWith('.worker.ts'))
      .filter(({ text }) => text.split('\n').length - 1 > 20);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('are reported if an export has no doc block', () => {
    expect(undocumentedExports('/** Said. */\nexport const a = 1;\n\nexport function b() {}\n')).toEqual([
      'export function b() {}',
    ]);
    const schema = 'export const Id = z.int();\nexport type Id = z.infer<typeof Id>;\nexport type Ids = Id[];\n';
    expect(undocumentedExports(`/** Said. */\n${schema}`)).toEqual(['export type Ids = Id[];']);
  });
});

function undocumentedExports(text: string): string[] {
  const lines = text.split('\n');
  return lines.filter((line, index) => {
    if (!/^export (async |abstract )?(const|let|function|class|interface|type) /.test(line)) return false;
    const before = lines[index - 1]?.trim() ?? '';
    // An overload's later signatures share the doc block of the first.
    const isOverload = /^export function \w+/.exec(line)?.[0];
    if (isOverload !== undefined && before.startsWith(isOverload)) return false;
    // The type of a schema shares the doc block of the schema, which has the same name.
    const isOfSchema = /^export type (\w+) = z\.(infer|input)<typeof \1>;$/.test(line);
    // The words of a subject are described once, where they follow the language.
    const isOfWords = /^export (const english = |type \w+ = WordsOf<typeof french>;)/.test(line);
    return !isOfSchema && !isOfWords && !before.endsWith('*/');
  });
}
