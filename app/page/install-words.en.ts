import type { InstallWords } from './install-words.ts';

export const english = {
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
} satisfies InstallWords;
