import { RANDONNEE_STEPS_MIN } from '../../../../contracts/calls/exchange-calls.ts';
import type { Position } from '../../../../contracts/geo.ts';
import type { ExportedParcours } from '../../../../contracts/parcours-file.ts';
import type { ParcoursFacts } from '../../../../contracts/telling.ts';
import { positionOf } from '../../../../contracts/zone-middle.ts';
import { listInOrder } from './exported-places.ts';
import { randonneeWords as words } from './randonnee-words.ts';

/** A parcours by the schema: one line with its properties. */
interface Randonnee {
  readonly type: 'FeatureCollection';
  readonly features: readonly [
    {
      readonly type: 'Feature';
      readonly geometry: { readonly type: 'LineString'; readonly coordinates: readonly Position[] };
      readonly properties: Readonly<Record<string, string | number>>;
    },
  ];
}

/**
 * Makes a parcours a route by the schema 'Itinéraires de randonnée' 1.1.0 (https://schema.data.gouv.fr, PnX-SI). Its line
 * leads from each place with a number straight to the next, since the way between them isn't known. What the schema
 * requires and nobody has written says so; other unknown properties are left out.
 *
 * @param id the parcours' id on this server
 * @returns null with fewer than {@link RANDONNEE_STEPS_MIN} places with a number
 */
export function makeRandonnee(id: number, parcours: ExportedParcours): Randonnee | null {
  const steps = listInOrder(parcours).filter(
    ({ properties: { drop_ici } }) => drop_ici.step !== null && !drop_ici.planned,
  );
  if (steps.length < RANDONNEE_STEPS_MIN) return null;
  const names = steps.map(({ properties }) => properties.name);
  const { facts } = parcours.drop_ici.about;
  const known = {
    id_local: String(id),
    producteur: facts.authors ?? words.unknown,
    nom_itineraire: parcours.name,
    pratique: 'pédestre',
    depart: names[0],
    arrivee: names.at(-1),
    instructions: names.map((name, index) => `${index + 1}. ${name}`).join('\n'),
    url: parcours.link,
    presentation: parcours.description,
    longueur: facts.lengthM,
    // In hours, to the minute.
    duree: facts.durationMin === undefined ? undefined : Math.round(facts.durationMin / 0.6) / 100,
    difficulte: facts.difficulty === undefined ? undefined : words.difficulties[facts.difficulty],
    accessibilite: describeAccess(facts),
    type_sol: facts.surface,
    transports_commun: facts.transport,
    recommandations: facts.emergency === undefined ? undefined : words.emergency(facts.emergency),
  };
  const properties = Object.fromEntries(
    Object.entries(known).filter(
      (entry): entry is [string, string | number] => entry[1] !== undefined && entry[1] !== '',
    ),
  );
  const coordinates = steps.map(({ geometry }) => positionOf(geometry));
  return {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties }],
  };
}

function describeAccess({ hasSteps, widthCm, toilets }: ParcoursFacts): string {
  return [
    hasSteps === undefined ? '' : hasSteps ? words.hasSteps : words.noSteps,
    widthCm === undefined ? '' : words.width(widthCm),
    toilets === undefined ? '' : words.toilets(toilets),
  ]
    .filter((part) => part !== '')
    .join(' ');
}
