import type { Privilege } from '../../../contracts/vocabulary.ts';
import { privilegeStrings } from '../privilege-words.ts';
import type { SharingWords } from './sharing-words.ts';

export const english = {
  label: 'Nom du lien (facultatif)',
  labelHint:
    'Pour le reconnaître plus tard, par exemple «\u00a0Classe de 5e B\u00a0». Il est sur la feuille imprimée, les invités ne le voient pas ailleurs.',
  linkOf: (label: string) => `Lien d’invitation\u00a0: ${label}`,
  another: 'Créer un autre lien',
  showLink: 'Lien',
  showLinkOf: (name: string) => `Lien et QR code\u00a0: ${name}`,
  uses: (count: number, lastDay: string | null) => {
    if (count === 0 || lastDay === null) return 'pas encore utilisée';
    return count === 1
      ? `utilisée par 1\u00a0personne, le ${lastDay}`
      : `${count}\u00a0personnes, la dernière le ${lastDay}`;
  },
  noLink: 'Ce lien date d’avant les liens conservés\u00a0: il marche toujours, mais ne peut plus être montré.',
  qrTitle: (map: string, privilege: Privilege) =>
    privilege === 'guest' ? `Écouter «\u00a0${map}\u00a0»` : `Invitation ${privilegeStrings[privilege]}\u00a0: ${map}`,
  qrHint: 'À scanner avec l’appareil photo d’un téléphone.',
  qrSvg: 'Image\u00a0SVG',
  qrPng: 'Image\u00a0PNG',
  qrFailed: 'L’image n’a pas pu être faite. Prenez l’image SVG.',
  print: 'Imprimer',
  sheet: {
    guest:
      'Scannez ce code avec l’appareil photo de votre téléphone et écoutez\u00a0: rien à installer, aucun compte à créer.',
    others: 'Scannez ce code avec l’appareil photo de votre téléphone, puis créez un compte pour participer.',
    moreSteps: (count: number) => (count > 1 ? `et ${count} autres étapes` : 'et une autre étape'),
    or: 'Ou ouvrez cette adresse\u00a0:',
  },
} satisfies SharingWords;
