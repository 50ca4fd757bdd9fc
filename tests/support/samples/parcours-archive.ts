import { createHash } from 'node:crypto';

/** Puts a manifest of all files in place of the one that is there, if any. */
export function withManifest(files: ReadonlyMap<string, Buffer>): Map<string, Buffer> {
  const listed = [...files].filter(([path]) => path !== 'manifest.json');
  const manifest = {
    version: 1,
    files: listed.map(([file, content]) => ({
      file,
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
    })),
  };
  return new Map([...listed, ['manifest.json', Buffer.from(JSON.stringify(manifest))]]);
}

/** The files of a parcours without places. @param change of its GeoJSON */
export function emptyParcours(change: object = {}): Map<string, Buffer> {
  const about = { language: 'fr', facts: {}, translations: [] };
  const geojson = {
    type: 'FeatureCollection',
    name: 'Rien',
    description: 'Rien encore.',
    drop_ici: { version: 1, about, needs_approval: false, image: null },
    features: [],
    ...change,
  };
  return withManifest(new Map([['parcours.geojson', Buffer.from(JSON.stringify(geojson))]]));
}
