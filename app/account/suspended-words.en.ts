import type { SuspendedWords } from './suspended-words.ts';

export const english = {
  /** @param reason the site admins' message; null if there is none */
  refused: (contact: string | null, reason: string | null) =>
    [
      'Ce compte est suspendu par les administrateurs du site.',
      ...(reason === null ? [] : [`Leur message\u00a0: «\u00a0${reason}\u00a0».`]),
      ...(contact === null ? [] : [`Pour en parler, écrivez à ${contact}.`]),
    ].join(' '),
} satisfies SuspendedWords;
