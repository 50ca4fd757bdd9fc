import { PICTURES_MAX } from '../../../../contracts/limits.ts';
import { wordsFor } from '../../../page/error-words.ts';
import { ApiError } from '../../../platform/net/api.ts';
import { inLanguages, type WordsOf } from '../../../ui/language.ts';

const french = {
  title: 'Images',
  hint: (most: number) =>
    `Jusqu’à ${most} images. Leur lieu et leur date de prise de vue ne sont pas gardés. L’ordre est celui de la page du lieu.`,
  empty: 'Aucune image pour l’instant.',
  list: 'Images du lieu, dans leur ordre',
  add: 'Ajouter des images, ou en prendre une',
  dropNow: 'Déposez les images ici',
  refused: 'Ce ne sont pas des images.',
  formats: 'JPEG, PNG, WebP, AVIF ou GIF',
  full: (most: number) => `Ce lieu a ${most} images, le maximum. Supprimez-en une pour en ajouter une autre.`,
  skipped: (most: number) => `Un lieu a au plus ${most} images\u00a0: les autres fichiers n’ont pas été ajoutés.`,
  notPicture:
    'Ce fichier n’est pas une image lisible ici. Une photo HEIC d’iPhone doit d’abord devenir un JPEG\u00a0: Réglages > Appareil photo > Formats > Le plus compatible.',
  uploads: 'Images en cours d’envoi',
  waiting: 'En attente',
  sending: 'Envoi',
  making: 'Préparation des tailles',
  cancel: 'Annuler',
  retry: 'Réessayer',
  failed: (name: string, text: string) => `${name} n’est pas ajoutée. ${text}`,
  added: (count: number) => `Image ajoutée\u00a0: ${count} en tout.`,
  number: (number: number) => `Image ${number}`,
  missing: 'Image indisponible pour l’instant',
  undescribed: 'Sans description',
  description: 'Description',
  descriptionHint:
    'Pour les personnes qui ne voient pas l’image\u00a0: ce qu’elle montre d’utile à l’histoire. Vide si elle ne fait que décorer.',
  credit: 'Crédit',
  creditHint: 'Auteur, source, licence',
  creditFailed: (text: string) => `Le crédit n’est pas enregistré. ${text}`,
  up: (number: number) => `Monter l’image ${number}`,
  down: (number: number) => `Descendre l’image ${number}`,
  moved: (number: number, count: number) => `Image déplacée\u00a0: ${number} sur ${count}.`,
  orderFailed: (text: string) => `L’ordre n’est pas enregistré. ${text}`,
  remove: (number: number) => `Supprimer l’image ${number}`,
  removeQuestion: {
    title: 'Supprimer cette image\u00a0?',
    description: 'Elle disparaît de toutes les versions du lieu, avec ses descriptions.',
    confirm: 'Supprimer',
  },
} as const;

export type PictureEditWords = WordsOf<typeof french>;

/** The words of editing a place's pictures. */
export const pictureEditStrings = inLanguages(french, {
  en: async () => (await import('./picture-edit-words.en.ts')).english,
});

/** Says why a file did not become a picture. */
export function describePictureFailure(failure: unknown): string {
  const code = failure instanceof ApiError ? failure.code : null;
  if (code === 'invalid_image') return pictureEditStrings.notPicture;
  return code === 'too_many' ? pictureEditStrings.full(PICTURES_MAX) : wordsFor(failure);
}
