import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const french = {
  title: 'Mode poche',
  enter: 'Mode poche',
  enterShort: 'Poche',
  hold: 'Maintenir',
  leaveHint: 'Maintenez l’anneau 1,5 s pour revenir',
  screenMayTurnOff: 'Si l’écran se verrouille, la balade s’arrête. Allongez sa mise en veille.',
  screenLabel: 'Écran',
  signals: 'Signaux du mode poche',
  signalNames: {
    story: 'Une histoire va commencer',
    lost: 'La position est perdue',
    found: 'La position est retrouvée',
    end: 'La balade est finie',
  },
  signalsHint: 'De courts sons, seulement quand l’écran est noir. Activez-en un pour l’entendre.',
  passed: 'Pendant que l’appareil était verrouillé, vous êtes passé près de...',
  passedCount: (count: number) => `Pendant le verrouillage\u00a0: ${count} ${plural(count, 'lieu', 'lieux')}`,
  closePassed: 'Fermer',
} as const;

export type PocketWords = WordsOf<typeof french>;

/** The words of pocket mode, its sounds, and the list of places passed while the phone was locked. */
export const pocketStrings = inLanguages(french, { en: async () => (await import('./pocket-words.en.ts')).english });
