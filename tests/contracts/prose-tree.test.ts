import { expect, test } from 'vitest';
import { readProse } from '../../contracts/prose-tree.ts';

test.each(['*_'.repeat(10_000), '1. '.repeat(6666), '[a]('.repeat(5000), '- a\n'.repeat(5000)])(
  'a text of nothing but marks is shown as it is written: %.8s…',
  (text) => {
    const shown = readProse(text).flatMap((block) => ('children' in block ? block.children : []));
    expect(shown.map((part) => (part.kind === 'text' ? part.text : '\n')).join('')).toBe(text);
  },
);

test('lists and emphasis are nested six times, and what is deeper is only words', () => {
  const depthOf = (part: object): number =>
    1 + Math.max(0, ...Object.values(part).flatMap((value) => (Array.isArray(value) ? value.flat().map(depthOf) : [])));
  for (const text of [
    `${'- '.repeat(60)}un`,
    `${'> '.repeat(60)}un`,
    `${'*a **b '.repeat(30)}un${'** *'.repeat(30)}`,
  ]) {
    const blocks = readProse(text);
    expect(JSON.stringify(blocks)).toContain('un');
    expect(Math.max(...blocks.map(depthOf))).toBeLessThan(12);
  }
});

test('a link without words shows its address', () => {
  expect(readProse('[](https://example.org/a)')).toEqual([
    {
      kind: 'paragraph',
      children: [
        {
          kind: 'link',
          href: 'https://example.org/a',
          isMail: false,
          children: [{ kind: 'text', text: 'https://example.org/a' }],
        },
      ],
    },
  ]);
});
