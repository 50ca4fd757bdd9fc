import type { PlannedPlace, PlannedState } from '../../../contracts/planned-place.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const french = {
  /** The state of a place, for its authors. */
  states: {
    planned: 'à faire',
    draft: 'brouillon',
    waiting: 'à valider',
    published: 'publié',
    hidden: 'masqué',
  },
  card: {
    planned: 'Cette étape attend votre voix',
    draft: 'Quelqu’un enregistre ce lieu',
    waiting: 'Le son de ce lieu est à valider',
    hidden: 'Le son de ce lieu est masqué',
  } satisfies Record<PlannedState, string>,
  more: {
    planned: 'Ce lieu n’a pas encore de son\u00a0: les visiteurs ne le voient pas.',
    draft: 'Son audio n’est pas encore publié.',
    waiting: 'Son audio attend dans «\u00a0À valider\u00a0».',
    hidden: 'Les admins du site l’ont masqué.',
  } satisfies Record<PlannedState, string>,
  /** The heading of the card where another member is asked. */
  waitsFor: (name: string) => `Cette étape attend la voix de ${name}`,
  askedYou: 'On vous l’a demandé.',
  askedOf: (name: string) => `Demandé à ${name}.`,
  record: 'Enregistrer ce lieu',
  left: (count: number) => `Encore ${count}\u00a0${plural(count, 'lieu', 'lieux')} à enregistrer`,
  listTitle: (count: number) => `Pas encore publiés (${count})`,
  here: 'vous y êtes',
  away: (distance: string) => `à ${distance}`,
} as const;

export type FillWords = WordsOf<typeof french>;

/** The words of planned places ('lieux à enregistrer'), and of filling them. The card's heading calls one 'étape' as well. */
export const fillStrings = inLanguages(french, { en: async () => (await import('./fill-words.en.ts')).english });

/** Returns the heading of a planned place's card. */
export function titleOfCard(
  { asked, state }: Pick<PlannedPlace, 'asked' | 'state'>,
  ownId: UserId | undefined,
): string {
  if (state !== 'planned' || asked === null || asked.id === ownId) return fillStrings.card[state];
  return fillStrings.waitsFor(formatPlaceName(asked.name));
}

/** Says who is asked for a planned place; null for nobody in particular. */
export function wordsForAsked({ asked }: Pick<PlannedPlace, 'asked'>, ownId: UserId | undefined): string | null {
  if (asked === null) return null;
  return asked.id === ownId ? fillStrings.askedYou : fillStrings.askedOf(formatPlaceName(asked.name));
}
