import { formatTime } from '../../platform/page/time.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { formatMegabytes } from '../../ui/number-words.ts';
import { plural } from '../../ui/plural.ts';
import type { TranscriptRefusal } from './transcript-file.ts';

const french = {
  empty: 'Pas encore de passage',
  emptyHint:
    'Importez un fichier (VTT, SRT ou texte simple), ou ajoutez un premier passage. Un texte simple est réparti sur l’audio d’après ses pauses.',
  list: 'Passages',
  position: (step: number, count: number) => `Passage ${step} sur ${count}`,
  /** A time: minutes and seconds, then tenths. */
  time: (clock: string, tenths: number) => `${clock},${tenths}`,
  span: (start: string, end: string) => `${start} – ${end}`,
  untold: '(sans texte)',
  machine: 'machine',
  text: 'Texte',
  voice: 'Qui parle (facultatif)',
  waveform: 'Forme d’onde autour du passage. Touchez-la pour y placer la lecture.',
  noSound: 'Sans audio, le texte peut être corrigé, mais pas écouté.',
  soundFailed: 'L’audio n’a pas pu être lu.',
  play: 'Écouter le passage',
  pause: 'Pause',
  playOn: 'Écouter la suite',
  setStart: 'Début ici',
  setEnd: 'Fin ici',
  split: 'Couper ici',
  join: 'Joindre au suivant',
  insert: 'Ajouter un passage',
  remove: 'Supprimer le passage',
  confirm: 'Relu',
  undo: 'Annuler',
  redo: 'Rétablir',
  importFile: 'Importer',
  importing: 'Lecture du fichier…',
  oneFile: 'Un seul fichier à la fois, s’il vous plaît.',
  exportFile: 'Exporter en VTT',
  keys: 'Raccourcis clavier',
  shiftAll: 'Décaler tous les passages',
  shiftBy: 'De combien de secondes (négatif\u00a0: plus tôt)',
  shift: 'Décaler',
  approved: 'Validée',
  approvedHint: 'Les visiteurs lisent la transcription en écoutant.',
  draftHint: 'Brouillon\u00a0: les visiteurs ne la voient pas encore.',
  unread: (count: number) =>
    plural(
      count,
      'Un passage d’une machine n’est pas relu.',
      `${count}\u00a0passages d’une machine ne sont pas relus.`,
    ),
  done: {
    start: 'Le début est placé.',
    end: 'La fin est placée.',
    split: 'Le passage est coupé.',
    join: 'Les deux passages sont joints.',
    insert: 'Un passage est ajouté.',
    remove: 'Le passage est supprimé.',
    confirm: 'Le passage est relu.',
    shift: 'Les temps sont décalés.',
    undo: 'Annulé.',
    redo: 'Rétabli.',
    notInside: 'Placez d’abord la lecture à l’intérieur du passage.',
    noRoom: 'Il n’y a pas de place ici pour un passage.',
    tooMany: (most: number) => `Une transcription a au plus ${most} passages.`,
  },
  draft: {
    propose: 'Proposer un brouillon',
    stop: 'Arrêter',
    /** `bytes` is null where the browser doesn't tell the size; 0 if nothing is left to download. */
    model: (bytes: number | null) =>
      `Un modèle de reconnaissance écrit un premier texte sur cet ordinateur\u00a0; l’audio ne le quitte pas. ${
        bytes === 0
          ? 'Il est déjà téléchargé.'
          : `Téléchargement, une seule fois\u00a0: ${formatMegabytes(bytes ?? 0)}.`
      }`,
    browser: (bytes: number | null) =>
      `Votre navigateur écrit un premier texte sur cet ordinateur, en autant de temps que dure l’audio, qui ne le quitte pas.${
        bytes === 0 ? '' : ' Il télécharge d’abord cette langue, sans en dire la taille.'
      }`,
    steps: {
      reading: 'Lecture de l’audio…',
      download: 'Chargement du modèle…',
      writing: 'Écriture du brouillon…',
    },
    added: (count: number) =>
      plural(count, 'Un passage proposé, à relire.', `${count}\u00a0passages proposés, à relire.`),
    nothing: 'La machine n’a rien à proposer\u00a0: aucune parole nouvelle n’a été reconnue.',
    failed: 'Le brouillon n’a pas pu être écrit jusqu’au bout. Réessayez plus tard, ou écrivez les passages vous-même.',
  },
  tooLong: 'La transcription est trop longue pour être enregistrée.',
  imported: (count: number, left: number) => {
    const taken = plural(count, 'Un passage importé.', `${count}\u00a0passages importés.`);
    if (left === 0) return taken;
    return `${taken} ${plural(left, 'Un autre, aux temps impossibles, est laissé.', `${left}\u00a0autres, aux temps impossibles, sont laissés.`)}`;
  },
  refused: {
    not_text: 'Ce fichier n’est pas du texte. Il faut un fichier VTT, SRT ou TXT.',
    empty: 'Ce fichier est vide.',
    no_cues: 'Aucun passage n’a pu être lu dans ce fichier.',
    too_long: 'Ce fichier est trop long pour une transcription.',
    no_sound:
      'Un texte simple se répartit sur l’audio, dont la forme n’est pas encore connue. Réessayez plus tard, ou importez un fichier VTT ou SRT.',
    too_long_for_sound: 'Ce texte est trop long pour être dit dans cet audio.',
    unreadable: 'Le fichier n’a pas pu être lu.',
  } satisfies Record<TranscriptRefusal | 'unreadable', string>,
  keyEntries: [
    { keys: ['↑', '↓'], effect: 'Passage précédent, suivant' },
    { keys: ['Espace'], effect: 'Écouter le passage, mettre en pause' },
    { keys: ['Maj', 'Espace'], effect: 'Écouter la suite' },
    { keys: ['←', '→'], effect: 'Reculer, avancer la lecture d’une demi-seconde' },
    { keys: ['D'], effect: 'Le passage débute ici' },
    { keys: ['F'], effect: 'Le passage finit ici' },
    { keys: ['Maj', '← →'], effect: 'Décaler le passage d’un dixième de seconde' },
    { keys: ['C'], effect: 'Couper ici' },
    { keys: ['J'], effect: 'Joindre au suivant' },
    { keys: ['A'], effect: 'Ajouter un passage ici' },
    { keys: ['R'], effect: 'Marquer comme relu' },
    { keys: ['Suppr'], effect: 'Supprimer le passage' },
    { keys: ['Entrée'], effect: 'Écrire le texte' },
    { keys: ['Ctrl', 'Entrée'], effect: 'Dans le texte\u00a0: écouter le passage' },
    { keys: ['Ctrl', 'Maj', 'Entrée'], effect: 'Dans le texte\u00a0: couper au curseur' },
    { keys: ['Alt', '↑ ↓'], effect: 'Dans le texte\u00a0: passage précédent, suivant' },
    { keys: ['Ctrl', 'Z'], effect: 'Annuler\u00a0; avec Maj, rétablir' },
    { keys: ['?'], effect: 'Ouvrir cette aide' },
  ],
  keysNote: 'Les touches seules agissent dans la liste des passages. Sur un Mac, Cmd remplace Ctrl.',
} as const;

export type TranscriptWords = WordsOf<typeof french>;

/** The words of the editor of transcripts. */
export const transcriptStrings = inLanguages(french, {
  en: async () => (await import('./transcript-words.en.ts')).english,
});

/** Formats a time of a cue, to the tenth of a second: `1:02,3`. */
export function formatCueTime(timeMs: number): string {
  return transcriptStrings.time(formatTime(timeMs / 1000), Math.floor(timeMs / 100) % 10);
}
