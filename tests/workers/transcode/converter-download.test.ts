import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../../server/project-root.ts';
import { ENGINE } from '../../../workers/transcode/converter-download.ts';

test('the size that download progress is based on is the installed engine’s', () => {
  const installed = join(projectRoot(), 'node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.wasm');
  expect(ENGINE.sizeBytes).toBe(statSync(installed).size);
});
