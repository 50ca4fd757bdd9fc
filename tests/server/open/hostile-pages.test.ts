import { globalAgent } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { openWords } from '../../../server/domain/open/open-words.ts';
import { readXml } from '../../support/formats/xml-tree.ts';
import { OPEN_SLUG, type OpenStage, openPaths, openStage } from '../../support/server/open-stage.ts';
import { send } from '../../support/server/raw-request.ts';
import { useServer } from '../../support/server/use-server.ts';

/** Ends each context that a text could stand in, and tries to run something there. */
const HOSTILE =
  `"'>--></script></style></title></textarea><script>struck()</script><img src=x onerror=struck()>` +
  ']]><!-- &lt;b&gt; &#60; [un](javascript:struck()) ![x](https://hostile.invalid/x) <svg/onload=struck()>';

const server = useServer();
let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(server, { all: HOSTILE });
});

/** The names of all elements of a page, and of their attributes. */
function namesIn(html: string): Set<string> {
  const names = new Set<string>();
  for (const [, name = '', attributes = ''] of html.matchAll(/<([a-z!][\w-]*)((?:[^<>"]|"[^"]*")*)>/gi)) {
    names.add(name.toLowerCase());
    for (const [, attribute = ''] of attributes.matchAll(/([\w:-]+)(?:="[^"]*")?/g)) names.add(`@${attribute}`);
  }
  return names;
}

test('hostile words in all fields are shown as they are written, and nothing of them is markup', async () => {
  for (const path of openPaths(stage.placeId)) {
    const response = await fetch(server.origin + path);
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    const type = response.headers.get('Content-Type') ?? '';
    if (type.includes('xml')) {
      const feed = readXml(text);
      if (path.endsWith('feed.xml')) expect(JSON.stringify(feed)).toContain('</script></style>');
    } else if (type.includes('html')) {
      const [script = '', json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
      expect(() => JSON.parse(json)).not.toThrow();
      const names = namesIn(text.replace(script, ''));
      expect([
        path,
        [...names].filter((name) => /^(script|svg\/onload|@on\w+|iframe|base|object)$/.test(name)),
      ]).toEqual([path, []]);
      expect([...text.matchAll(/(?:href|src)="(?:javascript:|https:\/\/hostile)/g)]).toEqual([]);
      expect(text).toContain('&lt;script&gt;struck()');
    } else if (type.includes('json')) expect(() => JSON.parse(text)).not.toThrow();
  }
});

test('a Host header that is no host is on no page', async () => {
  const answer = await send(server.origin, globalAgent, {
    method: 'GET',
    path: `/p/${OPEN_SLUG}`,
    headers: { Host: 'x"><script>struck()</script>' },
  });
  expect(answer.body).not.toContain('x">');
});

test('public pages are counted by address, as media are', async () => {
  const page = `/p/${OPEN_SLUG}`;
  await server.restart({ MEDIA_PER_MINUTE: '3' });
  const statuses: number[] = [];
  for (const path of [page, '/catalogue', `/embed/${OPEN_SLUG}`, `${page}/feed.xml`])
    statuses.push((await fetch(server.origin + path)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  for (const path of [page, '/catalogue', `/embed/${OPEN_SLUG}?"><script>`]) {
    const refused = await fetch(server.origin + path, { headers: { 'Accept-Language': 'en' } });
    const text = await refused.text();
    expect([refused.status, refused.headers.get('Content-Type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(text).toContain(openWords.en.tooMany.title);
    expect(text).toContain(openWords.en.wait(Number(refused.headers.get('Retry-After'))));
    expect(text).not.toContain('<script');
  }
  const asked = await fetch(`${server.origin}${page}?lang=fr`, { headers: { 'Accept-Language': 'en' } });
  expect(await asked.text()).toContain(openWords.fr.tooMany.title);
});
