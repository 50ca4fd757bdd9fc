import { expect, it } from 'vitest';
import { editMarkdown, type MarkdownEdit } from '../../../../app/editor/tellings/markdown-edit.ts';

/** A text whose selection is between `[` and `]`, or at `|`. */
function read(marked: string) {
  const start = marked.search(/[⟦|]/);
  const text = marked.replace(/[⟦⟧|]/g, '');
  const end = marked.includes('⟧') ? marked.indexOf('⟧') - 1 : start;
  return { text, start, end };
}

it.each<[MarkdownEdit, string, string]>([
  ['strong', 'le ⟦vieux⟧ banc', 'le **⟦vieux⟧** banc'],
  ['strong', 'le **⟦vieux⟧** banc', 'le ⟦vieux⟧ banc'],
  ['strong', 'le ⟦vieux ⟧banc', 'le **⟦vieux⟧** banc'],
  ['strong', 'le |', 'le **|**'],
  ['emphasis', 'le ⟦vieux⟧ banc', 'le *⟦vieux⟧* banc'],
  ['emphasis', 'le *⟦vieux⟧* banc', 'le ⟦vieux⟧ banc'],
  ['emphasis', 'le **⟦vieux⟧** banc', 'le ***⟦vieux⟧*** banc'],
  ['emphasis', 'le ***⟦vieux⟧*** banc', 'le **⟦vieux⟧** banc'],
  ['list', '⟦un\ndeux⟧', '⟦- un\n- deux⟧'],
  ['list', '⟦- un\n- deux⟧', '⟦un\ndeux⟧'],
  ['list', 'avant\nu|n', 'avant\n\n- un|'],
  ['list', '|', '- |'],
  ['link', 'voir ⟦le site⟧', 'voir [le site](⟦https://⟧)'],
  ['link', 'voir ⟦https://a.fr⟧', 'voir [|](https://a.fr)'],
  ['link', 'voir |', 'voir [|](https://)'],
])('%s makes of "%s" "%s"', (edit, before, after) => {
  expect(editMarkdown(read(before), edit)).toEqual(read(after));
});
