import { writeFileSync } from 'node:fs';
import { afterAll } from 'vitest';
import { type FormatRow, testAllFormats } from '../support/soak/formats.ts';

const rows: FormatRow[] = [];
const { FORMATS_TABLE } = process.env;

testAllFormats((row) => rows.push(row));

afterAll(() => {
  if (FORMATS_TABLE === undefined) return;
  const lines = rows.map(
    ({ container, codec, bytes, outcome }) => `| ${container} | ${codec} | ${bytes} | ${outcome} |`,
  );
  writeFileSync(
    FORMATS_TABLE,
    ['| container | codec | bytes | outcome |', '| --- | --- | --- | --- |', ...lines, ''].join('\n'),
  );
});
