import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { childrenOf, readXml, type XmlElement } from '../../support/formats/xml-tree.ts';
import { OPEN_SLUG, type OpenStage, openStage } from '../../support/server/open-stage.ts';
import { useServer } from '../../support/server/use-server.ts';
import { until } from '../../support/until.ts';

const server = useServer({ RENDITIONS: '1' });
const FEED = `/p/${OPEN_SLUG}/feed.xml`;
let stage: OpenStage;
beforeAll(async () => {
  stage = await openStage(server);
  await until(async () => expect(await read(FEED)).toContain('audio/x-m4a'));
});

const read = async (path: string): Promise<string> => (await fetch(server.origin + path)).text();

const ANY_TEXT = /\S/;
const URL = /^https?:\/\/[^\s<>"]+$/;
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/;
const NUMBER = /^[1-9]\d*$/;
const DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

/** What an element may hold: its text, its attributes, and its children with how often they come. */
interface Shape {
  readonly text?: RegExp;
  readonly attributes?: Readonly<Record<string, RegExp>>;
  readonly children?: Readonly<Record<string, '1' | '?' | '*'>>;
}

/**
 * The elements of a feed: RSS 2.0 (https://www.rssboard.org/rss-specification), what podcast directories require
 * (https://podcasters.apple.com/support/823-podcast-requirements), and the podcast namespace
 * (https://podcasting2.org/docs/podcast-namespace).
 */
const SHAPES: Readonly<Record<string, Shape>> = {
  rss: {
    attributes: { version: /^2\.0$/, 'xmlns:atom': URL, 'xmlns:itunes': URL, 'xmlns:podcast': URL },
    children: { channel: '1' },
  },
  channel: {
    children: {
      ...{ title: '1', link: '1', description: '1', language: '1', copyright: '?', generator: '?', image: '?' },
      ...{ 'atom:link': '1', 'itunes:author': '1', 'itunes:image': '1', 'itunes:category': '1' },
      ...{ 'itunes:explicit': '1', 'itunes:type': '?', 'podcast:medium': '?', item: '*' },
    },
  },
  item: {
    children: {
      ...{ title: '1', link: '1', guid: '1', pubDate: '1', description: '1', enclosure: '1' },
      ...{ 'itunes:duration': '?', 'itunes:episode': '?', 'itunes:image': '?' },
      ...{ 'podcast:location': '?', 'podcast:chapters': '?', 'podcast:transcript': '*' },
    },
  },
  image: { children: { url: '1', title: '1', link: '1' } },
  title: { text: ANY_TEXT },
  link: { text: URL },
  url: { text: URL },
  description: { text: ANY_TEXT },
  language: { text: LANGUAGE },
  copyright: { text: ANY_TEXT },
  generator: { text: ANY_TEXT },
  guid: { text: ANY_TEXT, attributes: { isPermaLink: /^false$/ } },
  pubDate: { text: DATE },
  enclosure: { attributes: { url: URL, length: NUMBER, type: /^audio\/x-m4a$/ } },
  'atom:link': { attributes: { href: URL, rel: /^self$/, type: /^application\/rss\+xml$/ } },
  'itunes:author': { text: ANY_TEXT },
  'itunes:image': { attributes: { href: URL } },
  'itunes:category': { attributes: { text: ANY_TEXT }, children: { 'itunes:category': '?' } },
  'itunes:explicit': { text: /^(true|false)$/ },
  'itunes:type': { text: /^(episodic|serial)$/ },
  'itunes:duration': { text: NUMBER },
  'itunes:episode': { text: NUMBER },
  'podcast:medium': { text: /^podcast$/ },
  'podcast:location': {
    text: ANY_TEXT,
    attributes: { geo: /^geo:-?\d+(\.\d+)?,-?\d+(\.\d+)?$/, rel: /^(subject|creator)$/ },
  },
  'podcast:chapters': { attributes: { url: URL, type: /^application\/json\+chapters$/ } },
  'podcast:transcript': {
    attributes: { url: URL, type: /^text\/vtt$/, language: LANGUAGE, rel: /^captions$/ },
  },
};

/** What is wrong with an element, by {@link SHAPES}. */
function faultsOf(element: XmlElement, at = element.name): string[] {
  const shape = SHAPES[element.name];
  if (shape === undefined) return [`${at}: unknown`];
  const { text = /^\s*$/, attributes = {}, children = {} } = shape;
  const names = new Set([...Object.keys(attributes), ...Object.keys(element.attributes)]);
  const isWrong = (name: string): boolean => attributes[name]?.test(element.attributes[name] ?? '') !== true;
  const counted = [...new Set([...Object.keys(children), ...element.children.map(({ name }) => name)])];
  return [
    ...(text.test(element.text) ? [] : [`${at}: ${element.text}`]),
    ...[...names].filter(isWrong).map((name) => `${at}@${name}: ${element.attributes[name]}`),
    ...counted.flatMap((name) => {
      const [count, often] = [childrenOf(element, name).length, children[name]];
      const isRight = often === '*' || (often === '?' && count <= 1) || (often === '1' && count === 1);
      return isRight ? [] : [`${at}/${name}: ${count} times`];
    }),
    ...element.children.flatMap((child) => faultsOf(child, `${at}/${child.name}`)),
  ];
}

test('the feed has the shape of RSS 2.0, of what podcast directories require, and of the podcast namespace', async () => {
  for (const path of [FEED, `${FEED}?lang=en`]) expect([path, faultsOf(readXml(await read(path)))]).toEqual([path, []]);
});

test('the feed has the stories in their order, in each language', async () => {
  const titlesOf = async (path: string) => {
    const [channel] = childrenOf(readXml(await read(path)), 'channel');
    if (channel === undefined) throw new Error('Expected a channel');
    return [channel, ...childrenOf(channel, 'item')].map((one) => childrenOf(one, 'title')[0]?.text);
  };
  expect(await titlesOf(FEED)).toEqual(['Le Vieux Lyon', 'La traboule']);
  expect(await titlesOf(`${FEED}?lang=en`)).toEqual(['Old Lyon', 'The passage']);
});

test('the text of a story keeps its emphasis in podcast apps, which read it as HTML', async () => {
  expect(await read(FEED)).toContain('&lt;p&gt;Un &lt;strong&gt;passage&lt;/strong&gt; secret.&lt;/p&gt;');
});

test('an enclosure is as long as the feed says; transcript and chapters are there for the scripts of other sites', async () => {
  const [channel] = childrenOf(readXml(await read(FEED)), 'channel');
  const [item] = channel === undefined ? [] : childrenOf(channel, 'item');
  const attributeOf = (name: string, attribute: string): string =>
    (item === undefined ? [] : childrenOf(item, name))[0]?.attributes[attribute] ?? '';
  const sound = await fetch(attributeOf('enclosure', 'url'));
  expect([sound.status, sound.headers.get('Content-Type')]).toEqual([200, 'audio/mp4']);
  expect(sound.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
  expect((await sound.arrayBuffer()).byteLength).toBe(Number(attributeOf('enclosure', 'length')));

  const cover = await fetch(`${server.origin}/p/${OPEN_SLUG}/cover-fr.png`);
  expect(await sharp(await cover.arrayBuffer()).metadata()).toMatchObject({ format: 'png', width: 1400, height: 1400 });

  const transcript = await fetch(attributeOf('podcast:transcript', 'url'));
  expect(transcript.headers.get('Content-Type')).toBe('text/vtt; charset=utf-8');
  expect(transcript.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(await transcript.text()).toMatch(/^WEBVTT\n[\s\S]*Entrez \(fr\)\.$/);

  const chapters = await fetch(attributeOf('podcast:chapters', 'url'));
  expect(chapters.headers.get('Content-Type')).toMatch(/^application\/json\+chapters/);
  expect(chapters.headers.get('Access-Control-Allow-Origin')).toBe('*');
  expect(await chapters.json()).toMatchObject({
    version: '1.2.0',
    waypoints: true,
    chapters: [
      {
        startTime: 0,
        title: 'La traboule',
        url: `${server.origin}/p/${OPEN_SLUG}#place-${stage.placeId}`,
        location: { name: 'La traboule', geo: 'geo:45.7621,4.8271' },
      },
    ],
  });
});

/** Properties of schema.org's types that we use (https://schema.org/TouristTrip and so on), and what they hold. */
const TYPES: Readonly<Record<string, Readonly<Record<string, (value: unknown) => boolean>>>> = (() => {
  const text = (value: unknown): boolean => typeof value === 'string' && value !== '';
  const url = (value: unknown): boolean => typeof value === 'string' && URL.test(value);
  const number = (value: unknown): boolean => typeof value === 'number';
  const urls = (value: unknown): boolean => url(value) || (Array.isArray(value) && value.every(url));
  const thing = { '@id': url, '@type': () => true, name: text, description: text, url, image: urls };
  const creative = { ...thing, inLanguage: text, license: url, creditText: text };
  const is =
    (...types: string[]) =>
    (value: unknown): boolean =>
      typeof value === 'object' &&
      value !== null &&
      [(value as { '@type': unknown })['@type']].flat().join() === types.join();
  return {
    TouristTrip: { ...thing, '@context': url, subjectOf: is('WebPage'), itinerary: is('ItemList') },
    WebPage: creative,
    ItemList: {
      ...thing,
      numberOfItems: number,
      itemListOrder: url,
      itemListElement: (value) => Array.isArray(value) && value.every(is('ListItem')),
    },
    ListItem: { ...thing, position: number, item: is('Place', 'TouristAttraction') },
    Place: { ...thing, geo: is('GeoCoordinates'), subjectOf: is('AudioObject') },
    GeoCoordinates: { ...thing, latitude: number, longitude: number },
    AudioObject: {
      ...creative,
      contentUrl: url,
      encodingFormat: text,
      transcript: text,
      duration: (value) => /^PT\d+S$/.test(String(value)),
    },
  };
})();

function faultsIn(node: unknown, at = '$'): string[] {
  if (Array.isArray(node)) return node.flatMap((one, index) => faultsIn(one, `${at}[${index}]`));
  if (typeof node !== 'object' || node === null) return [];
  const [type] = [(node as { '@type'?: unknown })['@type']].flat();
  const properties = TYPES[String(type)];
  if (properties === undefined) return [`${at}: ${String(type)}`];
  return Object.entries(node).flatMap(([name, value]) => [
    ...(properties[name]?.(value) === true ? [] : [`${at}.${name}: ${JSON.stringify(value)}`]),
    ...faultsIn(value, `${at}.${name}`),
  ]);
}

test('the page describes itself to machines in the types of schema.org', async () => {
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(await read(`/p/${OPEN_SLUG}?lang=fr`)) ?? [];
  const trip = JSON.parse(json);
  expect(faultsIn(trip)).toEqual([]);
  expect(trip).toMatchObject({
    '@type': 'TouristTrip',
    name: 'Le Vieux Lyon',
    subjectOf: { license: 'https://creativecommons.org/licenses/by-sa/4.0/', inLanguage: 'fr' },
    itinerary: {
      numberOfItems: 2,
      itemListElement: [
        { position: 1, item: { name: 'Le théâtre' } },
        {
          position: 2,
          item: {
            geo: { latitude: 45.7621, longitude: 4.8271 },
            subjectOf: { '@type': 'AudioObject', encodingFormat: 'audio/mp4', transcript: 'Entrez (fr).' },
          },
        },
      ],
    },
  });
});
