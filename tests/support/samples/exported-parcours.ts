import type { Geometry } from '../../../contracts/geo.ts';
import {
  type ExportedParcours,
  type ExportedPlace,
  type ExportedPlaceDetail,
  PARCOURS_FILE_VERSION,
} from '../../../contracts/parcours-file.ts';
import type { ParcoursFacts } from '../../../contracts/telling.ts';

const NANTES: Geometry = { type: 'Point', coordinates: [-1.5534, 47.2173] };

/** A place of a file. */
export function exportedPlace(
  name: string,
  {
    text = '',
    geometry = NANTES,
    link,
    ...detail
  }: Partial<ExportedPlaceDetail> & { text?: string; geometry?: Geometry; link?: string } = {},
): ExportedPlace {
  const telling = { language: 'fr', kind: 'standard' as const, name: '', link: null, pictures: [] };
  const tellings = text === '' ? [] : [{ ...telling, text, transcript: null, sound: null }];
  const rest = { type: 'la' as const, step: null, planned: false, sound: null, pictures: [] };
  return {
    type: 'Feature',
    geometry,
    properties: {
      name,
      description: text.replaceAll('**', ''),
      ...(link === undefined ? {} : { link }),
      drop_ici: { ...rest, tellings, ...detail },
    },
  };
}

/** A file of a parcours in French. */
export function exportedParcours(
  features: readonly ExportedPlace[],
  {
    name = 'Le quai',
    description = '',
    link,
    facts = {},
  }: {
    name?: string;
    description?: string;
    link?: string;
    facts?: ParcoursFacts;
  } = {},
): ExportedParcours {
  const about = { language: 'fr', facts, translations: [] };
  return {
    type: 'FeatureCollection',
    name,
    description,
    ...(link === undefined ? {} : { link }),
    drop_ici: { version: PARCOURS_FILE_VERSION, about, needs_approval: false, image: null },
    features,
  };
}
