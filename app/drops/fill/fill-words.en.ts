import type { PlannedState } from '../../../contracts/planned-place.ts';
import type { FillWords } from './fill-words.ts';

export const english = {
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
  left: (count: number) => `Encore ${count}\u00a0${count > 1 ? 'lieux' : 'lieu'} à enregistrer`,
  listTitle: (count: number) => `Pas encore publiés (${count})`,
  here: 'vous y êtes',
  away: (distance: string) => `à ${distance}`,
} satisfies FillWords;
