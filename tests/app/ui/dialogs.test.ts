import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const WORDS = join(import.meta.dirname, '../../../app/words');

/** Keys of buttons that change nothing, beside buttons that delete something. */
const SAFE = /^(keep|cancel|stay|.*Deny)$/;

function* findVague(value: unknown, path: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (SAFE.test(key) && inner === 'Continuer') yield `${path}.${key}`;
    yield* findVague(inner, `${path}.${key}`);
  }
}

test('beside a deleting button no button says only "continue"', async () => {
  const files = readdirSync(WORDS, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(40);
  const vague: string[] = [];
  for (const file of files) {
    const words: unknown = await import(pathToFileURL(join(WORDS, file)).href);
    vague.push(...findVague({ ...(words as object) }, file));
  }
  expect(vague).toEqual([]);
});
