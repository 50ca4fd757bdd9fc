import { invitablePrivileges, isLimitedByRole } from '../../../contracts/permissions.ts';
import { PRIVILEGES, type Privilege, type Role } from '../../../contracts/vocabulary.ts';
import { roleStrings } from '../../account/roles/roles-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';
import { privilegeStrings } from '../privilege-words.ts';

const french = {
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
    moreSteps: (count: number) => plural(count, 'et une autre étape', `et ${count} autres étapes`),
    or: 'Ou ouvrez cette adresse\u00a0:',
  },
} as const;

export type SharingWords = WordsOf<typeof french>;

/** The words for telling links apart: their labels, uses and printed sheets. */
export const sharingStrings = inLanguages(french, { en: async () => (await import('./sharing-words.en.ts')).english });

/**
 * Explains what inviting a person with the privilege `chosen` means, and why other privileges are unavailable, one
 * sentence each.
 *
 * @param role of the inviter, with their `privilege` on the parcours
 */
export function explainInvite(role: Role, privilege: Privilege, chosen: Privilege): string[] {
  const offers = invitablePrivileges(role, privilege);
  if (offers.length === 0) return [];
  const missing = [...PRIVILEGES].reverse().filter((offer) => !offers.includes(offer));
  const ownRank = PRIVILEGES.indexOf(privilege);
  const above = missing.filter((offer) => PRIVILEGES.indexOf(offer) > ownRank);
  const below = missing.filter((offer) => !above.includes(offer));
  return [
    ...(chosen === 'admin' ? [roleStrings.invite.forOne] : []),
    ...(isLimitedByRole('user', chosen) ? [roleStrings.invite.needsAccount] : []),
    ...(below.length > 0 ? [roleStrings.invite.limitedByRole(role, below)] : []),
    ...(above.length > 0 ? [roleStrings.invite.limitedByPrivilege(above)] : []),
  ];
}
