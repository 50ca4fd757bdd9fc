import { expect, test } from 'vitest';
import { compileCore } from '../../audio-wasm/core.ts';
import { answerInTest } from '../support/network/answer-in-test.ts';

const dataUrl = (bytes: readonly number[]): string =>
  `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;

/** The smallest module: magic number and version. */
const EMPTY_MODULE = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

test('a core is compiled whatever its content type', async () => {
  expect(await compileCore(dataUrl(EMPTY_MODULE))).toBeInstanceOf(WebAssembly.Module);
});

test('a core that the engine cannot compile is null, so that the plain twins are used', async () => {
  expect(await compileCore(dataUrl([...EMPTY_MODULE, 0xff, 0xff]))).toBeNull();
});

test('a missing core is an error with the status, since a retry may succeed', async () => {
  const origin = await answerInTest((_, response) => response.writeHead(404).end());
  await expect(compileCore(`${origin}/core.wasm`)).rejects.toThrow('status 404');
});
