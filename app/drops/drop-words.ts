import type { Place } from '../../contracts/place.ts';
import { formatPlaceName, UNTITLED_PLACE } from '../places/place-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import type { ReplacedDrop, TargetOption } from './composer/destination.ts';

const french = {
  open: 'Déposer un audio',
  openShort: 'Déposer',
  openApart: 'Déposer à part',
  openFile: 'Déposer un fichier',
  title: 'Déposer un audio',
  replaceTitle: 'Remplacer le son',
  replaces: (name: string) =>
    `Une fois envoyé, ce son remplace celui de «\u00a0${name}\u00a0». L’ancien reste 30\u00a0jours dans les versions précédentes.`,
  /** What is sent with the audio of an existing place. */
  withSound: (title: string, isMoved: boolean) =>
    isMoved
      ? `Le titre «\u00a0${title}\u00a0» et le nouvel endroit partent avec le nouveau son.`
      : `Le titre «\u00a0${title}\u00a0» part avec le nouveau son.`,
  completes: (name: string) => `Une fois envoyé, ce son sera celui de «\u00a0${name}\u00a0».`,
  completesVersion: (name: string, version: string) =>
    `Une fois envoyé, ce son sera celui de «\u00a0${name}\u00a0» dans la version «\u00a0${version}\u00a0».`,
  completesUnknown: 'Une fois envoyé, ce son ira au lieu pour lequel il a été enregistré.',
  needsApproval: 'Sur cette carte, un éditeur écoute chaque drop avant qu’il soit publié.',
  where: 'Où\u00a0?',
  here: 'Ma position',
  hereHint: (accuracyM: number) => `à ${Math.round(accuracyM)} m près`,
  hereUnknown: 'position inconnue',
  centre: 'Centre de la carte',
  centreHint: 'la croix sur la carte',
  selectedHint: 'ce lieu attend son audio',
  plannedHint: 'lieu à enregistrer',
  nowhere: 'Cet endroit n’est plus connu. Choisissez-en un autre.',
  aim: 'Viser sur la carte',
  aimHelp: 'Déplacez la carte pour viser',
  aimDone: 'Placer ici',
  name: 'Title',
  namePlaceholder: 'drop',
  chooseFile: 'Choisir un fichier audio',
  dropFile: 'ou déposez-le ici',
  dropFiles: 'ou plusieurs à la fois, ou déposez-les ici',
  dropOnMap: 'Déposez vos fichiers sur la carte',
  walkAlone: 'Un GPX seul ne fait pas de drop\u00a0: déposez-le avec les sons de la marche.',
  formats: 'wav, mp3, flac, webm, m4a, caf, ogg, opus, ou le son d’un mp4',
  otherFile: 'Choisir un autre fichier',
  typeMustBe: (endings: readonly string[]) => `File type must be one of ${endings.join(', ')}`,
  converting: 'Conversion de l’audio',
  remaining: (seconds: number) =>
    seconds < 60 ? `environ ${Math.max(1, Math.ceil(seconds))} s` : `environ ${Math.ceil(seconds / 60)} min`,
  cancel: 'Annuler',
  play: 'Écouter l’audio',
  pause: 'Pause',
  /** The name of a button among others that do the same for other drops. */
  actOf: (act: string, name: string) => `${act}\u00a0: ${name}`,
  waveform: 'Forme d’onde',
  save: 'Save',
  retry: 'Réessayer',
  sent: 'Votre audio est envoyé.',
  saved: 'Publié\u00a0: votre audio est en place.',
  savedHeld: 'Envoyé\u00a0: votre audio attend la validation des éditeurs de la carte.',
  savedHeldText: 'D’ici là, eux et vous seuls l’entendez.',
  savedRefused: 'Envoyé\u00a0: ce drop est refusé, le même son n’y change rien.',
  savedRefusedText: 'Sans changement, il n’est pas proposé à nouveau aux éditeurs de la carte.',
  savedHidden: 'Envoyé\u00a0: ce son a déjà été masqué sur cette carte, vous seul le voyez.',
  savedHiddenText: 'Les admins du site le verront. Leurs mots sont dans vos messages, dans Mes Drops.',
  savedText: 'Il est sur la carte, prêt à être écouté.',
  listen: 'Voir sur la carte',
  closeTitle: 'Abandonner ce drop\u00a0?',
  closeText: 'L’audio préparé sera perdu.',
  closeConfirm: 'Supprimer l’audio',
  closeCorrectionTitle: 'Abandonner la correction\u00a0?',
  closeCorrection: 'Abandonner',
  closeCorrectionDeny: 'Revenir à la correction',
  closeDeny: 'Revenir à l’audio',
  missing: 'Missing file or audio length.',
  uploadFailed: (message: string) => `Upload failed: ${message}`,
  createFailed: (message: string) => `Failed to create a new place: ${message}`,
} as const;

export type DropWords = WordsOf<typeof french>;

/** The words of uploading an audio file as a drop. */
export const dropStrings = inLanguages(french, { en: async () => (await import('./drop-words.en.ts')).english });

/**
 * Returns what happened to a sent drop, and more about it; `place` is undefined if it isn't listed: its parcours is no
 * longer in use, or it was refused, and nobody knows.
 */
export function wordsForSent(place: Pick<Place, 'held'> | undefined): readonly [what: string, more: string] {
  if (place === undefined) return [dropStrings.sent, ''];
  switch (place.held) {
    case undefined:
      return [dropStrings.saved, dropStrings.savedText];
    case 'hidden':
      return [dropStrings.savedHidden, dropStrings.savedHiddenText];
    case 'refused':
      return [dropStrings.savedRefused, dropStrings.savedRefusedText];
    case 'waiting':
      return [dropStrings.savedHeld, dropStrings.savedHeldText];
  }
}

/** Says which drop has its audio replaced, or gets its first one, and what is sent with it. */
export function wordsForReplaced(
  { appelation, newTitle, isMoved }: Omit<ReplacedDrop, 'id' | 'feature' | 'map'>,
  hasAudio = true,
): string {
  const goal = (hasAudio ? dropStrings.replaces : dropStrings.completes)(formatPlaceName(appelation));
  return newTitle === '' ? goal : `${goal} ${dropStrings.withSound(newTitle, isMoved)}`;
}

/** Returns the label and the hint of an option for a drop's destination. */
export function wordsForTarget({ target, place, accuracyM }: TargetOption): {
  readonly label: string;
  readonly hint: string;
} {
  switch (target) {
    case 'position':
      return {
        label: dropStrings.here,
        hint: accuracyM === null ? dropStrings.hereUnknown : dropStrings.hereHint(accuracyM),
      };
    case 'centre':
      return { label: dropStrings.centre, hint: dropStrings.centreHint };
    case 'planned':
      return { label: place?.appelation.trim() || UNTITLED_PLACE, hint: dropStrings.plannedHint };
    case 'selected':
    case 'replaced':
      return { label: place?.appelation.trim() || UNTITLED_PLACE, hint: dropStrings.selectedHint };
  }
}
