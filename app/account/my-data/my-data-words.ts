import type { ConsentKind } from '../../../contracts/consents.ts';
import type { DropsChoice, LostParcours } from '../../../contracts/erasure.ts';
import { titles } from '../../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const CONSENTS: Readonly<Record<ConsentKind, string>> = {
  terms: 'Conditions d’utilisation',
  voice: 'Enregistrement de votre voix',
  position: 'Utilisation de votre position',
};

const DROPS: Readonly<Record<DropsChoice, { readonly label: string; readonly hint: string }>> = {
  keep: { label: 'Les laisser, sans mon nom', hint: 'On les écoute encore, sans savoir de qui ils sont.' },
  delete: { label: 'Les supprimer aussi', hint: 'Le son et le lieu disparaissent de ces cartes.' },
};

function count(number: number, one: string, many: string): string {
  return `${number} ${plural(number, one, many)}`;
}

const french = {
  get title() {
    return titles.myData;
  },
  lead: 'Ce que le serveur garde de vous vous appartient\u00a0: emportez-le, ou effacez-le.',
  download: {
    title: 'Télécharger mes données',
    text: 'Un fichier ZIP avec votre compte, vos cartes, vos drops et vos sons d’origine. Il peut être lourd\u00a0: mieux vaut le Wi-Fi.',
    act: 'Télécharger',
    started: 'Le téléchargement commence.',
  },
  statistics: {
    title: 'Statistiques',
    label: 'Compter mes visites',
    hint: 'Vos connexions et les lieux où vous entrez aident à savoir quelles histoires sont écoutées. Si vous refusez, rien n’est plus compté, et ce qui l’était est effacé. Restent des nombres d’au moins cinq personnes, où rien ne vous désigne.',
  },
  consents: {
    title: 'Mes consentements',
    none: 'Aucun n’est enregistré pour le moment.',
    kinds: CONSENTS,
    given: (date: string, version: string) => `le ${date}, conditions de ${version}`,
    withdraw:
      'Pour ne plus donner votre position ou votre voix, retirez l’autorisation à Drop ici dans les réglages de votre navigateur.',
  },
  erasure: {
    title: 'Supprimer mon compte',
    guestTitle: 'Effacer ma visite',
    text: 'Votre compte, votre photo, vos droits sur les cartes, vos invitations et ce que cet appareil garde de vous disparaissent pour de bon. Rien ne permet de les retrouver ensuite.',
    guestText:
      'Votre visite et ce que cet appareil en garde disparaissent pour de bon. Vous pourrez revenir par un lien d’invitation.',
    open: 'Supprimer mon compte…',
    guestOpen: 'Effacer ma visite…',
    stays:
      'Restent l’image d’une carte qui reste, les sons mis dans les drops des autres et, un an, le journal du site sans votre nom. Les sauvegardes de l’association s’effacent avec le temps.',
    lost: (maps: number) =>
      plural(
        maps,
        'Cette carte n’a pas d’autre administrateur. Elle disparaît avec ses drops\u00a0:',
        'Ces cartes n’ont pas d’autre administrateur. Elles disparaissent avec leurs drops\u00a0:',
      ),
    lostMap: ({ drops, othersDrops }: LostParcours) =>
      drops === 0
        ? 'sans drop'
        : `${count(drops, 'drop', 'drops')}${othersDrops === 0 ? '' : `, dont ${othersDrops} d’autres personnes`}`,
    handOver:
      'Pour qu’une carte reste, donnez d’abord à l’un de ses membres le droit d’administrateur, dans ses réglages (MAP SETTINGS).',
    elsewhere: (drops: number, maps: number) =>
      `Vous avez ${count(drops, 'drop', 'drops')} sur ${count(maps, 'carte qui reste', 'cartes qui restent')}. Que faire ${plural(drops, 'de ce drop', 'de ces drops')}\u00a0?`,
    choices: 'Mes drops sur les autres cartes',
    drops: DROPS,
    password: 'Votre mot de passe',
    show: 'Afficher',
    hide: 'Masquer',
    email: (address: string) => `Tapez votre adresse, ${address}`,
    confirm: 'Supprimer pour de bon',
    stale:
      'Entre-temps, une carte a perdu son autre administrateur\u00a0: elle disparaîtrait aussi. Rien n’est supprimé. Relisez ce qui disparaît, puis confirmez à nouveau.',
    wrongPassword: 'Ce mot de passe n’est pas celui de votre compte.',
    wrongEmail: 'Cette adresse n’est pas celle de votre compte.',
    done: 'Votre compte est supprimé.',
    guestDone: 'Votre visite est effacée.',
  },
} as const;

export type MyDataWords = WordsOf<typeof french>;

/** The words of the screen about a person's own data. */
export const myDataStrings = inLanguages(french, { en: async () => (await import('./my-data-words.en.ts')).english });
