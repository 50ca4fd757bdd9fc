import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waveformsTaken } from '../../support/database/kept-data.ts';
import { renditionMade } from '../../support/renditions/made.ts';
import { type BucketServer, keyOf, nameOf, sound, startBucketServer } from '../../support/s3/bucket-server.ts';
import { describeOnS3 } from '../../support/s3/describe-s3.ts';
import { pictureFile } from '../../support/samples/picture.ts';
import { call } from '../../support/server/api.ts';
import { signUp } from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';

describeOnS3('a server with its media in a bucket', () => {
  let bucket: BucketServer;
  beforeAll(async () => {
    bucket = await startBucketServer();
  });
  afterAll(() => bucket?.stop());

  test('stores recordings, waveforms, renditions and pictures there, and only arriving files here', async () => {
    const { server, owner } = bucket;
    const { placeId, wav } = await bucket.drop();
    const media = await renditionMade(server.origin, owner, placeId);
    await waveformsTaken(server.dataDir);
    const { imageUrl } = await call(
      server.origin,
      'uploadProfileImage',
      { fields: {}, file: pictureFile() },
      owner.token,
    );
    const { sha256 } = nameOf(wav);
    const image = /[0-9a-f]{64}/.exec(imageUrl)?.[0] ?? '';
    expect(await bucket.keys()).toEqual(
      [
        keyOf({ sha256, extension: 'wav' }),
        keyOf({ sha256, extension: 'dat' }),
        keyOf({ sha256, extension: 'm4a' }),
        keyOf({ sha256: image, extension: 'webp' }),
        'owner.json',
      ].sort(),
    );
    for (const [link, type] of [
      [media.link, 'audio/wav'],
      [media.rendition.link, 'audio/mp4'],
      [imageUrl, 'image/webp'],
    ] as const) {
      const response = await fetch(server.origin + link);
      expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type]);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    expect(await readdir(server.dataDir)).not.toContain('media');
    expect(await readdir(join(server.dataDir, 'drop-ici.incoming'))).toEqual([]);
  });

  test('redirects listeners to the bucket if MEDIA_REDIRECT is set, as long as they may listen', async () => {
    const { server, line } = bucket;
    await server.restart({ MEDIA_REDIRECT: '1' });
    try {
      const person = await signUp(server.origin, 'Redirected');
      const { wav, link } = await bucket.drop(sound(), person);
      const sent = await fetch(server.origin + link, { redirect: 'manual' });
      const address = sent.headers.get('Location') ?? '';
      expect([sent.status, new URL(address).origin]).toEqual([307, line.origin]);
      const keptS = Number(/^private, max-age=(\d+)$/.exec(sent.headers.get('Cache-Control') ?? '')?.[1]);
      expect(keptS).toBeLessThanOrEqual(3600);
      const again = await fetch(server.origin + link, { redirect: 'manual' });
      // The address stays the same for an hour, so that browsers find the file in their cache.
      if (keptS > 60) expect(again.headers.get('Location')).toBe(address);
      const played = await fetch(server.origin + link, { headers: { Range: 'bytes=10-19' } });
      expect([played.status, played.headers.get('Content-Type')]).toEqual([206, 'audio/wav']);
      expect(played.headers.get('Cache-Control')).toBe('private, max-age=31536000, immutable');
      expect(await played.bytes()).toEqual(wav.subarray(10, 20));
      const head = await fetch(server.origin + link, { method: 'HEAD', redirect: 'manual' });
      expect([head.status, head.headers.get('Content-Length')]).toEqual([200, String(wav.length)]);
      const policy = (await fetch(`${server.origin}/healthz`)).headers.get('Content-Security-Policy') ?? '';
      for (const directive of ['media-src', 'connect-src']) {
        expect(policy).toMatch(new RegExp(`${directive}[^;]* ${line.origin}`));
      }
      await call(server.origin, 'logout', {}, person.token);
      expect((await fetch(server.origin + link)).status).toBe(403);
    } finally {
      await server.restart({ MEDIA_REDIRECT: '0' });
    }
  });

  test('does not start if the bucket can’t be used, and says why without the secret', async () => {
    const start = (env: Record<string, string>) => startServer({ ...bucket.env, ...env });
    const failure = await start({ AWS_SECRET_ACCESS_KEY: 'a wrong secret' }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: 'MediaStoreError',
      message: expect.stringMatching(/^Cannot keep media in s3:\/\/.*\/voices \(MEDIA_STORE\): The store answered 403/),
    });
    expect(String(failure)).not.toContain('a wrong secret');
    await expect(start({ MEDIA_STORE: 's3://no-such-bucket' })).rejects.toThrow(
      /\(MEDIA_STORE\): The store answered 404/,
    );
  });
});
