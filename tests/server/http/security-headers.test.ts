import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inlineScriptSources } from '../../../server/http/app-page.ts';
import { originsOf } from '../../../server/http/security-headers.ts';
import { projectRoot } from '../../../server/project-root.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

describe('a server in production, behind a proxy', () => {
  const server = useServer({
    NODE_ENV: 'production',
    PASSWORD_COST: 'strong',
    TRUST_PROXY: '1',
    GOOGLE_CLIENT_ID: 'client',
    MAP_STYLE_URL: 'https://style.example.org/light.json',
    MAP_ORIGINS: 'https://tiles.example.org, https://fonts.example.org',
    GEOCODER_URL: 'https://places.example.org/api/',
    SPEECH_MODEL_URL: 'https://speech.example.org/whisper',
  });

  const headersOf = async (path: string, headers: Record<string, string> = {}): Promise<Headers> =>
    (await fetch(server.origin + path, { headers })).headers;
  const sourcesOf = (headers: Headers, directive: string): string[] => {
    const policy = (headers.get('Content-Security-Policy') ?? '').split(';').map((part) => part.trim().split(' '));
    return policy.find(([name]) => name === directive)?.slice(1) ?? [];
  };

  test('sends HSTS over HTTPS, and only there', async () => {
    const secure = await headersOf('/healthz', { 'X-Forwarded-Proto': 'https' });
    expect(secure.get('Strict-Transport-Security')).toBe('max-age=31536000');
    expect((await headersOf('/healthz')).get('Strict-Transport-Security')).toBeNull();
  });

  test('lets pages ask the configured servers, and no others', async () => {
    const headers = await headersOf('/healthz');
    const others = ['https://style.example.org', 'https://tiles.example.org', 'https://fonts.example.org'];
    expect(sourcesOf(headers, 'connect-src')).toEqual([
      "'self'",
      ...others,
      'https://places.example.org',
      'https://accounts.google.com/gsi/',
    ]);
    expect(sourcesOf(headers, 'img-src')).toEqual(["'self'", 'data:', 'blob:', ...others]);
    const inline = inlineScriptSources(join(projectRoot(), 'dist/app'));
    expect(inline.length).toBeLessThanOrEqual(1);
    const google = 'https://accounts.google.com/gsi/client';
    expect(sourcesOf(headers, 'script-src')).toEqual(["'self'", "'wasm-unsafe-eval'", ...inline, google]);
    for (const directive of ['object-src', 'frame-ancestors', 'base-uri'])
      expect(sourcesOf(headers, directive)).toEqual(["'none'"]);
  });

  test('lets the worker that drafts transcripts, and no page, run and ask what the model’s server has', async () => {
    const worker = await headersOf('/assets/speech.worker-Ab_3-x.js');
    const own = await headersOf('/healthz');
    for (const directive of ['script-src', 'connect-src']) {
      expect(sourcesOf(worker, directive)).toEqual([...sourcesOf(own, directive), 'https://speech.example.org']);
    }
    for (const path of ['/healthz', '/', '/assets/speech.worker-x.js/..%2f', '/speech.worker-x.js']) {
      expect((await headersOf(path)).get('Content-Security-Policy')).not.toContain('speech');
    }
  });

  test('sends the same headers with every response, including refusals', async () => {
    for (const path of ['/v1/nothing', '/v1/user/me', '/v1/docs', '/v1/media/x', '/%E0%A4%A']) {
      const headers = await headersOf(path);
      expect(sourcesOf(headers, 'default-src')).toEqual(["'self'"]);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('Permissions-Policy')).toContain('geolocation=(self), microphone=(self)');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
    }
  });
});

test('without Google sign-in the policy names no Google; outside production there is no HSTS', async () => {
  const server = await startServer({ TRUST_PROXY: '1' });
  const { headers } = await fetch(`${server.origin}/healthz`, { headers: { 'X-Forwarded-Proto': 'https' } });
  expect(headers.get('Content-Security-Policy')).not.toContain('google');
  const worker = await fetch(`${server.origin}/assets/speech.worker-x.js`);
  expect(worker.headers.get('Content-Security-Policy')).toBe(headers.get('Content-Security-Policy'));
  expect(headers.get('Strict-Transport-Security')).toBeNull();
  await server.stop();
});

test('a URL has an origin for the policy, and a path has none', () => {
  expect(originsOf('https://a.example.org:8443/b?c', '/style.json', 'http://localhost/x')).toEqual([
    'https://a.example.org:8443',
    'http://localhost',
  ]);
});
