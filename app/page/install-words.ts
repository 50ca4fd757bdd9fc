import { type Device, readDevice } from '../platform/page/device.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';

const french = {
  /** For maps stored for listening. */
  forPacks: {
    ios: 'Safari efface ce qu’un site garde quand on ne l’ouvre pas pendant 7\u00a0jours. Installée sur l’écran d’accueil (bouton Partager > Sur l’écran d’accueil), Drop ici le garde\u00a0: ouvrez-la de là, puis téléchargez-y la carte.',
    mac: 'Safari efface ce qu’un site garde quand on ne l’ouvre pas pendant 7\u00a0jours d’utilisation. Installée (Fichier > Ajouter au Dock), Drop ici le garde\u00a0: ouvrez-la de là, puis téléchargez-y la carte.',
  },
  /** For drops that wait to be sent. */
  forDrops: {
    ios: 'Gardez cette page ouverte jusqu’à l’envoi, ou rouvrez-la sous 7\u00a0jours\u00a0: Safari efface ensuite ce qu’un site garde. Pour la prochaine fois, installez Drop ici (bouton Partager > Sur l’écran d’accueil)\u00a0: l’application installée n’oublie rien, mais elle ne voit pas ce qui attend ici.',
    mac: 'Rouvrez cette page sous 7\u00a0jours\u00a0: Safari efface ensuite ce qu’un site garde. Pour la prochaine fois, installez Drop ici (Fichier > Ajouter au Dock)\u00a0: l’application installée n’oublie rien, mais elle ne voit pas ce qui attend ici.',
  },
} as const;

export type InstallWords = WordsOf<typeof french>;

/** How to install the app, for browsers that delete a site's stored data if nobody opens it for a week. */
export const installStrings = inLanguages(french, { en: async () => (await import('./install-words.en.ts')).english });

/**
 * Explains why and how to install the app, for data on the device: packs, or drops that wait to be sent. Null if
 * nothing is lost otherwise: Safari's engine deletes a site's storage after seven days of use without a visit, unless
 * the site is installed (https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/).
 */
export function installHint(forWhat: keyof typeof installStrings, device: Device = readDevice()): string | null {
  const { system, isSafari, isInstalled } = device;
  if (isInstalled) return null;
  if (system === 'ios') return installStrings[forWhat].ios;
  return isSafari ? installStrings[forWhat].mac : null;
}
