import { beforeAll, describe, expect, it, vi } from 'vitest';
import { FileFetchError, fetchFile } from '../../../../app/platform/packs/pack-files.ts';
import type { PackFile } from '../../../../contracts/pack.ts';
import { packOf } from '../../../support/samples/packs.ts';

let file: PackFile;
beforeAll(async () => {
  const [first] = (await packOf(1, 'v1', { 'a.m4a': 'a story' })).files;
  if (first === undefined) throw new Error('Expected a file');
  file = first;
});

const never = new AbortController().signal;

/** The outcome of a fetch with this response of the server. */
async function fetchFrom(answer: () => Response, signal = never): Promise<unknown> {
  vi.stubGlobal('fetch', async () => answer());
  try {
    return await fetchFile(file, signal);
  } catch (error) {
    return error instanceof FileFetchError ? [error.fault, error.retryAfterMs] : error;
  }
}

describe('a file of a pack', () => {
  it('is returned with its media type, and counted while it arrives', async () => {
    vi.stubGlobal('fetch', async () => new Response('a story', { headers: { 'Content-Type': 'audio/mp4' } }));
    const counts: number[] = [];
    const content = await fetchFile(file, never, (bytes) => counts.push(bytes));
    expect([await content.text(), content.type, counts.at(-1)]).toEqual(['a story', 'audio/mp4', 7]);
  });

  it.each([
    ['other content', 'A story'],
    ['too little', 'a stor'],
    ['too much', 'a story and more'],
    ['nothing', null],
  ])('is rejected if the server sends %s', async (_, body) => {
    expect(await fetchFrom(() => new Response(body))).toEqual(['server', null]);
  });

  it.each([
    ['expired', 403, 'ended'],
    ['gone', 404, 'ended'],
    ['broken', 500, 'server'],
    ['overloaded', 429, 'busy'],
  ])('fails with a specific error if it is %s', async (_, status, fault) => {
    const headers = { 'Retry-After': '7' };
    expect(await fetchFrom(() => new Response('', { status, headers }))).toEqual([fault, 7000]);
  });

  it('fails with a network error if no response arrives', async () => {
    const refuse = (): Response => {
      throw new TypeError('Failed to fetch');
    };
    expect(await fetchFrom(refuse)).toEqual(['network', null]);
  });

  it('rejects with the reason of an abort', async () => {
    const reason = new Error('the person paused');
    expect(await fetchFrom(() => new Response('a story'), AbortSignal.abort(reason))).toBe(reason);
  });
});
