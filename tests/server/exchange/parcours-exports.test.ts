import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportFormat } from '../../../contracts/calls/exchange-calls.ts';
import { ExportedParcours, ParcoursManifest } from '../../../contracts/parcours-file.ts';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { toneOf } from '../../support/audio/wav-bytes.ts';
import { unzip } from '../../support/formats/zip.ts';
import { call } from '../../support/server/api.ts';
import {
  makeDraft,
  makeParcours,
  makePlace,
  type Person,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';
import { fillParcours } from '../../support/server/whole-parcours.ts';

// Renditions would arrive between two downloads.
const server = useServer({ RENDITIONS: '0' });
let owner: Person;
let mapId: ParcoursId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Ana', 'editor');
  mapId = await makeParcours(server.origin, owner, 'Le quai d’Été');
  await fillParcours(server.origin, owner, mapId);
  await makeDraft(server.origin, owner, mapId);
});

const link = async (format: ExportFormat, { token } = owner): Promise<string> =>
  server.origin + (await call(server.origin, 'exportParcours', { params: { mapId }, body: { format } }, token)).link;
const download = async (format: ExportFormat): Promise<Buffer> =>
  Buffer.from(await (await fetch(await link(format))).arrayBuffer());

describe('a parcours as GeoJSON', () => {
  let parcours: ExportedParcours;
  beforeAll(async () => {
    parcours = ExportedParcours.parse(JSON.parse((await download('geojson')).toString()));
  });

  test('has its public and its planned places with all that they say, and nobody’s name or address', async () => {
    const { drop_ici, features, name } = parcours;
    expect(name).toBe('Le quai d’Été');
    expect(drop_ici.about.facts).toMatchObject({ authors: 'Les riverains', licence: 'cc-by-sa' });
    expect(drop_ici.about.translations).toHaveLength(1);
    expect(features.map(({ properties }) => [properties.name, properties.drop_ici.step])).toEqual([
      ['Le «\u00a0lavoir\u00a0»', 3],
      ['La gare', 1],
      ['Le lavoir', 2],
    ]);
    const [zone, other, planned] = features.map(({ properties }) => properties);
    expect(zone?.description).toBe('Un vieux lavoir (https://exemple.fr/lavoir).');
    expect(zone?.drop_ici.sound).toMatchObject({ sha256: other?.drop_ici.sound?.sha256, length: 1 });
    expect(zone?.drop_ici.pictures[0]).toMatchObject({ credit: 'Musée', width: 40, height: 30 });
    expect(
      zone?.drop_ici.tellings.map(({ language, kind, transcript }) => [language, kind, transcript?.state]),
    ).toEqual([
      ['en', 'children', 'draft'],
      ['fr', 'standard', 'draft'],
    ]);
    expect(zone?.drop_ici.tellings[0]).toMatchObject({ name: 'The wash house', pictures: [{ picture: 0 }] });
    expect(zone?.drop_ici.tellings[0]?.sound?.sha256).not.toBe(zone?.drop_ici.sound?.sha256);
    expect(planned?.drop_ici).toMatchObject({ planned: true, sound: null, tellings: [] });
    expect(JSON.stringify(parcours)).not.toContain(owner.user.name);
    expect(JSON.stringify(parcours)).not.toContain('@');
  });

  test('has rings by the right-hand rule and a box around all places (RFC 7946)', () => {
    const rings = parcours.features.flatMap(({ geometry }) =>
      geometry.type === 'Polygon' ? geometry.coordinates : [],
    );
    const areas = rings.map((ring) =>
      ring.reduce((sum, [x, y], at) => sum + x * (ring[at + 1]?.[1] ?? y) - (ring[at + 1]?.[0] ?? x) * y, 0),
    );
    expect(areas.map(Math.sign)).toEqual([1, -1]);
    expect(parcours.bbox).toEqual([2.3, 48.8, 2.31, 48.81]);
    expect(parcours).not.toHaveProperty('crs');
  });
});

test('a ZIP has every file that its manifest lists, and the same content is the same bytes', async () => {
  const archive = await download('zip');
  const files = await unzip(archive);
  const manifest = ParcoursManifest.parse(JSON.parse(String(files.get('manifest.json'))));
  const found = [...files]
    .filter(([path]) => path !== 'manifest.json')
    .map(([file, content]) => ({
      file,
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
    }));
  expect(found.sort((one, other) => (one.file < other.file ? -1 : 1))).toEqual(manifest.files);
  const wav = Buffer.from(await toneOf(440, 1).arrayBuffer());
  const sha256 = createHash('sha256').update(wav).digest('hex');
  expect(files.get(`audio/${sha256}.wav`)).toEqual(wav);
  expect(String(files.get('texts/001-fr.standard.md'))).toContain('Un *vieux*');
  expect(String(files.get('transcripts/001-en.children.draft.vtt'))).toMatch(/^WEBVTT/);
  expect(String(files.get('LICENCE.txt'))).toContain('CC BY-SA 4.0');
  expect(String(files.get('LISEZ-MOI.txt'))).toContain('3 lieu(x), 3 son(s), 1 image(s)');
  expect((await download('zip')).equals(archive)).toBe(true);
});

test('other tools get a file of theirs, and the schema ‘randonnée’ only a parcours with two steps', async () => {
  const headers = async (format: ExportFormat) => {
    const response = await fetch(await link(format));
    const [type, name] = [response.headers.get('Content-Type'), response.headers.get('Content-Disposition')];
    return [response.status, type, name?.split('=')[1], (await response.text()).slice(0, 38)];
  };
  const xml = '<?xml version="1.0" encoding="UTF-8"?>';
  expect(await Promise.all((['gpx', 'kml', 'csv'] as const).map(headers))).toEqual([
    [200, 'application/gpx+xml', 'le-quai-d-ete.gpx', xml],
    [200, 'application/vnd.google-earth.kml+xml', 'le-quai-d-ete.kml', xml],
    [200, 'text/csv; charset=utf-8', 'le-quai-d-ete.csv', 'nom;latitude;longitude;texte;fichier;n'],
  ]);
  const zipped = await unzip(await download('kmz'));
  expect([...zipped].map(([path, content]) => [path, String(content)])).toEqual([
    ['doc.kml', String(await download('kml'))],
  ]);
  expect(JSON.parse(String(await download('randonnee')))).toMatchObject({
    features: [{ properties: { id_local: String(mapId), depart: 'La gare', producteur: 'Les riverains' } }],
  });
  const bare = await makeParcours(server.origin, owner, 'Sans étapes');
  const input = { params: { mapId: bare }, body: { format: 'randonnee' as const } };
  const { link: refused } = await call(server.origin, 'exportParcours', input, owner.token);
  expect((await fetch(server.origin + refused)).status).toBe(409);
});

test('a link is named after the parcours, and ends with the session and with the right to manage it', async () => {
  const other = await signUpMember(server, owner, mapId, 'Boris', 'editor', 'editor');
  const grant = (privilege: Privilege) => {
    const input = { params: { mapId, userId: other.user.id }, body: { privilege } };
    return call(server.origin, 'setMemberPrivilege', input, owner.token);
  };
  await grant('admin');
  const [hers, theirs, later] = [await link('geojson'), await link('geojson', other), await link('csv', other)];
  const response = await fetch(theirs);
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename=le-quai-d-ete.geojson');
  await response.arrayBuffer();
  expect((await fetch(hers.replace('.geojson', '.zip'))).status).toBe(403);
  expect((await fetch(theirs)).status).toBe(403);
  await grant('editor');
  expect((await fetch(later)).status).toBe(403);
  const kept = await link('geojson');
  server.advance(61_000);
  expect((await fetch(kept)).status).toBe(403);
});

test('what is hidden, waits or was deleted stays behind', async () => {
  const gone = await makePlace(server.origin, owner, mapId, 'Plus rien');
  await call(server.origin, 'deletePlace', { params: { placeId: gone } }, owner.token);
  expect(String(await download('geojson'))).not.toContain('Plus rien');
});
