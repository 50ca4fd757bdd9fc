import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PAGE_COLOURS } from '../../../server/http/open-pages/style.ts';
import { projectRoot } from '../../../server/project-root.ts';

test('public pages have the colours of the app, in both themes', () => {
  const tokens = readFileSync(join(projectRoot(), 'app/ui/tokens.css'), 'utf8');
  const [light = '', dark = ''] = tokens.split('[data-theme="dark"]');
  for (const [theme, css] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const colours = Object.keys(PAGE_COLOURS[theme]).map((name) => [
      name,
      new RegExp(`--color-${name}: (#\\w+);`).exec(css)?.[1],
    ]);
    expect(Object.fromEntries(colours)).toEqual(PAGE_COLOURS[theme]);
  }
});
