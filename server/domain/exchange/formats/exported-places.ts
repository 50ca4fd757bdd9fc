import type { ExportedParcours, ExportedPlace, ExportedTelling } from '../../../../contracts/parcours-file.ts';

/** Lists the places of a parcours: those with a number first, in their order, then the others, oldest first. */
export function listInOrder({ features }: ExportedParcours): ExportedPlace[] {
  return [...features].sort((a, b) => stepOf(a) - stepOf(b) || 0);
}

/** The numbers that visitors see: from 1 without gaps, since they see no planned places. */
export function numbersOf(parcours: ExportedParcours): ReadonlyMap<ExportedPlace, number> {
  const numbered = listInOrder(parcours).filter(
    ({ properties: { drop_ici } }) => drop_ici.step !== null && !drop_ici.planned,
  );
  return new Map(numbered.map((place, index) => [place, index + 1]));
}

function stepOf({ properties }: ExportedPlace): number {
  return properties.drop_ici.step ?? Number.POSITIVE_INFINITY;
}

/** Returns what the place itself says: its telling for everybody in the parcours' first language. */
export function ownTelling(parcours: ExportedParcours, place: ExportedPlace): ExportedTelling | undefined {
  const { language } = parcours.drop_ici.about;
  return place.properties.drop_ici.tellings.find(
    (telling) => telling.language === language && telling.kind === 'standard',
  );
}

/** Formats degrees as a decimal without an exponent, which XML's decimals don't have. */
export function formatDegrees(degrees: number): string {
  const text = String(degrees);
  // Below 1e-6 only. 20 digits lose less than an atom's width; xmllint reads 24 at most.
  return text.includes('e') ? degrees.toFixed(20).replace(/\.?0+$/, '') : text;
}
