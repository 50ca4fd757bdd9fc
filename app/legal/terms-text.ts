import type { StoredKey } from '../platform/storage/storage.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';

/** A paragraph, or a list. `{name}` is replaced by a value of the deployment (`filled-text.tsx`). */
export type Block = string | readonly string[];

/** A section of a part. `id` is its fragment in the URL. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** A part of a legal text. `blocks` stand before its sections. */
export interface Part {
  readonly id: string;
  readonly title: string;
  readonly blocks?: readonly Block[];
  readonly sections: readonly Section[];
}

/** The purpose of each key of local storage, in the words for users. */
export const STORED_WORDS: Readonly<Record<StoredKey, string>> = {
  token: 'le jeton qui prouve que vous êtes connecté',
  userData:
    'votre compte tel que le serveur l’a donné à la connexion (nom, adresse email, rôle, photo, version des conditions que vous avez acceptée, refus des statistiques, langue)',
  currentUser: 'les mêmes informations, sous le second nom que l’application leur donne',
  isLoggedIn: 'votre choix de rester connecté',
  inviteToken: 'une invitation que vous avez ouverte et qui attend votre connexion',
  visitKey: 'le secret qui vous fait retrouver la même visite en invité quand vous rouvrez le lien',
  visitEnded: 'le fait que votre visite en invité est terminée',
  waitingAdoptions: 'votre visite en invité, tant que le serveur ne l’a pas rattachée au compte que vous avez créé',
  selectedParcours: 'les cartes que vous écoutez',
  parcoursBeingCreated: 'la carte que vous modifiez',
  mapLoaded: 'le fait que l’écran d’accueil vous a déjà été montré',
  pendingShapes: 'les formes que vous avez dessinées et qui attendent un audio',
  unsavedChanges: 'les changements de lieux que vous n’avez pas encore enregistrés',
  unsavedWords: 'les textes de lieux et les informations pratiques de cartes que vous n’avez pas encore enregistrés',
  silencedSignals: 'les signaux sonores du mode poche que vous avez coupés',
  dropMode: 'votre choix d’afficher ou non le bouton pour déposer un audio',
  editorTools: 'les outils d’édition que vous avez allumés',
  theme: 'le thème choisi, clair ou sombre',
  language: 'la langue choisie pour l’interface',
  tellingChoice: 'la langue et la version des histoires que vous avez choisies, ou que le lien suivi demande',
  textSize: 'la taille de texte choisie pour lire les pages des lieux',
  shortcutsOff: 'votre choix de vous passer des raccourcis clavier',
  screenNoteClosed: 'le fait que vous avez fermé l’avis sur la mise en veille de l’écran',
  offlineMode: 'votre choix de rester hors ligne',
  appConfig: 'les réglages du service, pour ouvrir l’application sans réseau',
  parcoursList:
    'la dernière liste de vos cartes, avec les noms et les photos de leurs membres, pour l’afficher sans réseau',
  keptPacks: 'les cartes que vous avez gardées sur cet appareil, pour vous dire si le navigateur les a effacées',
  notedConsents: 'le fait que vos consentements à la voix et à la position sont connus du serveur',
  toldStories:
    'les histoires que vous avez écoutées ou commencées sur chaque carte, où vous en étiez, dans quelle version et quand, pour continuer la balade un autre jour',
  waitingEvents: 'les événements d’usage qui n’ont pas encore pu être envoyés (voir « Données collectées »)',
};

/**
 * Returns the complete terms, in French. They must match what the software does: update them with every change to the
 * data that is collected, stored or sent, and their English with them.
 *
 * @param options `google`: this deployment offers Google sign-in, which adds its terms
 */
export function termsText({ google }: { readonly google: boolean }): readonly Part[] {
  return [
    {
      id: 'cgu',
      title: 'Conditions générales d’utilisation',
      sections: [
        {
          id: 'objet',
          title: 'Objet',
          blocks: [
            'Les présentes conditions fixent les règles d’utilisation de Drop ici, application web proposée par {association} (ci-après « l’association »). Elles s’appliquent à toute personne qui l’utilise, avec un compte, en tant qu’invitée ou en simple visite.',
          ],
        },
        {
          id: 'service',
          title: 'Description du service',
          blocks: [
            'Drop ici propose des contenus audio géolocalisés : de courts enregistrements (« drops ») rattachés à des lieux, points ou zones, sur des cartes partagées. On les écoute sur place, le lieu le plus proche étant alors choisi selon la position, ou en touchant un lieu sur la carte.',
            'Selon les droits reçus sur une carte, on peut aussi :',
            [
              'enregistrer un son ou déposer un fichier audio et l’attacher à un lieu ;',
              'créer une carte, la décrire et y inviter d’autres personnes par un lien ;',
              'modifier ou supprimer des lieux et des sons.',
            ],
            'Le service est gratuit. L’association fait de son mieux pour qu’il reste disponible, sans pouvoir le garantir. La position donnée par un téléphone peut être fausse de plusieurs mètres : restez attentif à la rue, à la circulation et à l’accès aux lieux. L’application ne remplace pas votre vigilance.',
          ],
        },
        {
          id: 'acceptation',
          title: 'Acceptation',
          blocks: [
            `Créer un compte suppose d’accepter ces conditions en cochant la case « J’accepte les CGU »${google ? ', ou en se connectant pour la première fois avec Google' : ''}. Ouvrir un lien d’invitation, utiliser le service en tant qu’invité ou le visiter sans compte vaut acceptation de celles qui s’y appliquent. Si vous ne les acceptez pas, n’utilisez pas le service.`,
            'Vous vous engagez à ne déposer que des contenus que vous avez le droit de publier, à respecter la vie privée et la voix des personnes enregistrées, et à ne rien publier d’illicite, de haineux, de diffamatoire ou de trompeur. L’association et les administrateurs d’une carte peuvent retirer un contenu qui ne respecte pas ces règles. Gardez votre mot de passe pour vous : ce qui est fait depuis votre compte est réputé fait par vous.',
          ],
        },
        {
          id: 'audio-position',
          title: 'Enregistrement audio et collecte de la position',
          blocks: [
            'Le service enregistre des sons et utilise votre position, avec votre consentement. Votre navigateur vous le demande avant le premier usage du microphone et de la position ; vous pouvez refuser, et revenir sur votre choix à tout moment dans ses réglages. Sans position, vous pouvez toujours toucher un lieu pour l’écouter.',
            [
              'Le microphone ne fonctionne que pendant un enregistrement que vous avez lancé vous-même. Quand il s’arrête, le son est envoyé au serveur comme brouillon, que les autres membres ne voient pas ; vous pouvez alors lui donner un titre et l’enregistrer, ce qui le pose sur la carte pour ses membres, le refaire ou le supprimer. Un fichier audio que vous choisissez est converti sur votre appareil. Rien n’est envoyé au serveur sans un geste de votre part.',
              'L’appareil photo ne fonctionne que pendant que vous scannez le code d’un lieu, si vous le demandez. Son image n’est ni gardée ni envoyée.',
              'Votre position est lue tant que la carte est ouverte. Elle sert à vous montrer sur la carte et à trouver le lieu le plus proche ; ce calcul se fait sur votre appareil. Votre trajet n’est ni envoyé à nos serveurs, ni enregistré. Le serveur peut seulement noter que vous êtes entré dans un lieu d’une carte, à quelle heure, à quelle distance et avec quelle précision (voir « Données collectées »).',
              'Quand vous déposez un son, les coordonnées du lieu choisi (votre position du moment ou un point de la carte) sont publiées avec lui sur la carte concernée.',
            ],
            'Avant d’enregistrer d’autres personnes, demandez-leur leur accord, et celui des représentants légaux s’il s’agit de mineurs.',
          ],
        },
        {
          id: 'vie-privee',
          title: 'Vie privée',
          blocks: [
            'Ce que nous faisons de vos données est expliqué dans la politique de confidentialité ci-dessous, qui fait partie de ces conditions.',
          ],
        },
      ],
    },
    {
      id: 'confidentialite',
      title: 'Politique de confidentialité',
      sections: [
        {
          id: 'responsable',
          title: 'Responsable du traitement',
          blocks: [
            'Le responsable du traitement des données est {association}, que vous pouvez joindre ici : {associationContact}.',
          ],
        },
        {
          id: 'donnees',
          title: 'Données collectées',
          blocks: [
            'Sur le serveur sont conservés :',
            [
              'votre compte : nom, adresse email, mot de passe sous forme d’empreinte (jamais en clair), rôle, photo de profil si vous en choisissez une, langue de l’interface, dans laquelle vous sont écrits les messages, date de création, date à laquelle votre adresse a été vérifiée ;',
              'vos sessions : le navigateur et le système où chacune a commencé, quand elle a commencé, quand elle a servi pour la dernière fois et quand elle prendra fin, au bout de douze heures, de trente jours si vous avez choisi de rester connecté, ou de quatre cents jours en invité ; les deux dernières durées repartent quand vous revenez. Se déconnecter efface la session ;',
              'si vous ajoutez une clé d’accès : sa partie publique, le numéro que lui donne votre appareil, le navigateur et le système avec lesquels vous l’avez ajoutée, quand elle l’a été et quand elle a servi, jusqu’à ce que vous la supprimiez. Votre empreinte ou votre visage ne quittent pas votre appareil ;',
              'les liens que vous recevez par message pour choisir un mot de passe ou vérifier votre adresse : leur empreinte seulement, jusqu’à leur usage ou leur fin, au plus tard sept jours après ;',
              'si vous venez par un lien d’invité : un compte jetable au nom « Guest », avec une adresse fictive et aucun renseignement sur vous, supprimé si vous créez ensuite un compte ou vous connectez (vos cartes y passent), ou si vous n’êtes plus sur aucune carte et ne revenez pas pendant trente jours ;',
              ...(google
                ? [
                    'si vous vous connectez avec Google : votre identifiant Google, votre nom et votre adresse email, tels que Google les transmet une fois cette adresse vérifiée par lui. Le serveur ne garde ni votre photo Google, ni de quoi agir en votre nom auprès de Google ;',
                  ]
                : []),
              'les cartes : nom, description, image, membres avec leurs droits et la date de leur arrivée, personnes qui en ont été retirées, invitations créées (le lien lui-même n’est gardé que sous forme d’empreinte), groupes de cartes, empreintes des sons que les administrateurs y ont masqués ;',
              'vos demandes de droits d’édition : la carte, les mots que vous y joignez, la date, la réponse et qui l’a donnée ;',
              'vos signalements, avec leur raison et vos mots, vus par les administrateurs du site seuls ; et ce que ceux-ci ou les éditeurs d’une carte ont décidé au sujet de vos drops, avec votre réponse ;',
              'ce que vous signalez sans compte : la raison, vos mots et, si vous en donnez une pour qu’on vous réponde, votre adresse email, vus par les administrateurs du site seuls. Vos mots et votre adresse sont effacés dès que le signalement est traité, et au plus tard après un an ; rien d’autre ne vous désigne ;',
              'vos remarques sur des lieux, que lisent leurs auteurs et les éditeurs de la carte sans savoir qui les a écrites : le serveur les supprime une fois classées ;',
              'vos drops : son, copie plus légère pour l’écoute, forme d’onde, niveau sonore, durée, taille, titre, coordonnées du lieu, auteur, date ;',
              'ce que vous écrivez et dites pour un lieu, par langue et par version : textes, liens, transcriptions, sons, images avec leur description et leur crédit, avec qui a écrit ou parlé en dernier, et quand ;',
              'les lieux que vous laissez à enregistrer sur une carte, et ceux que ses éditeurs vous demandent d’enregistrer : les membres qui peuvent y déposer voient votre nom à côté de ces derniers ;',
              'les photos et images que vous envoyez : le serveur les redimensionne et les enregistre à nouveau, sans les informations que l’appareil photo y avait mises (lieu et date de la prise de vue, modèle) ;',
              'le jour où vous vous êtes servi de Drop ici pour la dernière fois, et ce à quoi vous avez consenti (conditions, voix, position), avec la version de ces textes et la date ;',
              'des événements d’usage, liés à votre compte, sauf si vous les refusez dans « Mes données », ce qui efface aussi ceux d’avant : vos connexions, et les lieux dans lesquels vous êtes entré, avec l’heure, la distance et la précision de la position, sans vos coordonnées ;',
              'sauf ce même refus, les histoires que vous avez commencées ou terminées, avec le jour où le serveur l’apprend, jusqu’à ce qu’elles soient comptées avec celles d’au moins quatre autres personnes. Seul ce nombre reste alors, sans rien qui vous désigne ;',
              'pour qu’un envoi répété après une coupure de réseau ne compte qu’une fois : les réponses données à vos envois, trente jours ;',
              'un journal des actes, gardé un an : connexions, refus de connexion et déconnexions, changements de mot de passe et de clés d’accès, inscriptions, consentements, téléchargements de vos données, cartes téléchargées et importées, invitations, rôles et droits, départs, suppressions, lieux déplacés d’une carte à l’autre et modération, avec la date, les noms et adresses email du moment, la carte et le lieu, et une empreinte de l’adresse IP qui ne permet de la reconnaître que le jour même. Seuls les administrateurs du site le lisent. Votre nom et votre adresse en disparaissent avec votre compte ;',
              'un journal technique des demandes reçues : date, adresse demandée, résultat et durée, sans contenu, sans mot de passe et sans adresse IP. Pour freiner les abus, le serveur peut compter, pour un court moment, les demandes venant d’une même adresse IP, en mémoire ou sous une empreinte de cette adresse ; ce compte est effacé au plus tard quinze jours après.',
            ],
            'Restent sur votre appareil : votre position, le calcul du lieu le plus proche, la conversion de vos fichiers audio, et ce que contient le stockage local de votre navigateur (voir « Cookies et stockage local »).',
          ],
        },
        {
          id: 'utilisation',
          title: 'Utilisation',
          blocks: [
            'Ces données servent uniquement à faire fonctionner le service :',
            [
              'vous connecter et vous reconnaître (exécution du service que vous demandez) ;',
              'montrer les cartes, les lieux et les sons à celles et ceux qui y ont accès (exécution du service) ;',
              'vous situer et choisir le lieu à écouter (votre consentement) ;',
              'enregistrer et publier vos sons (votre consentement) ;',
              'protéger le service contre les abus et les pannes (intérêt légitime de l’association) ;',
              'savoir, par les événements d’usage, quels lieux sont visités et par les écoutes combien de fois chaque histoire est commencée et terminée (intérêt légitime de l’association et de qui fait les cartes, auquel vous pouvez vous opposer d’un geste, dans « Mes données »).',
            ],
            'Il n’y a ni publicité, ni profilage, ni décision automatisée, et vos données ne sont pas vendues.',
          ],
        },
        {
          id: 'partage',
          title: 'Partage',
          blocks: [
            [
              'Les membres d’une carte voient votre nom et votre photo, ainsi que les sons que vous y avez déposés. Un son peut être écouté par toute personne ayant accès à la carte, y compris des invités.',
              'Un administrateur de carte peut l’ouvrir à tous. Chacun peut alors, sans compte, voir et écouter les lieux que voient tous ses membres, avec leurs sons, textes et images, mais sans le nom de leurs auteurs. Le serveur ne conserve rien qui désigne les personnes qui écoutent ainsi, si elles n’écrivent rien elles-mêmes dans un signalement.',
              'Si vous demandez des droits d’édition, les administrateurs du site voient votre nom, votre adresse email, la carte, vos droits sur elle et vos mots. Qui gère une carte voit le rôle du compte de chacun de ses membres.',
              'Qui gère une carte peut la télécharger en entier, avec les sons, les textes et les images que voient tous ses membres, mais sans leurs noms, et la remettre sur un autre serveur.',
              'Qui gère une carte, et les administrateurs du site, voient combien d’écoutes y ont été commencées et terminées : par jour, par lieu et par libellé du lien d’invitation, en nombres arrondis qui comptent chacun au moins cinq personnes, et jamais qui a écouté.',
              'L’hébergeur ({hosting}) conserve les données pour le compte de l’association.',
              'Si le site envoie des messages (lien pour choisir un mot de passe, vérification de votre adresse, avertissement avant la suppression d’un compte qui ne sert plus), votre adresse email est confiée au service de messagerie de l’association, qui les achemine. Le mail par lequel vous invitez sur une carte porte votre nom et celui de la carte.',
              'Le fond de carte vient de {mapHost} : votre navigateur lui demande les images de la zone affichée, ce qui lui apprend votre adresse IP et cette zone, mais ni votre compte, ni vos sons.',
              'Si vous cherchez une adresse, le texte saisi est transmis à {geocoderHost}, sans votre nom.',
              ...(google
                ? [
                    'Si vous choisissez de vous connecter avec Google, le script d’identification de Google est alors chargé, et Google apprend que vous utilisez Drop ici. Sans ce choix, rien ne lui est demandé.',
                  ]
                : []),
              'Les boutons de partage d’une invitation ouvrent le service que vous choisissez ; rien ne lui est envoyé avant.',
            ],
            'Aucune autre transmission n’a lieu, sauf obligation légale.',
          ],
        },
        {
          id: 'securite',
          title: 'Sécurité',
          blocks: [
            'Les mots de passe sont conservés sous forme d’empreintes Argon2, les invitations sous forme d’empreintes. Une session est limitée dans le temps. Les sons ne sont servis que par des adresses signées qui expirent, et prennent fin quand vous vous déconnectez ou quittez la carte. Les échanges sont chiffrés (HTTPS). Aucun système n’étant infaillible, l’association vous préviendra, ainsi que la CNIL, dans les cas prévus par la loi si une violation de données vous concerne.',
          ],
        },
        {
          id: 'droits',
          title: 'Vos droits',
          blocks: [
            'L’écran « Mes données », ouvert depuis votre profil, vous donne vos données (un fichier ZIP avec vos sons d’origine), supprime votre compte, et montre ce à quoi vous avez consenti. Un invité l’ouvre depuis le menu.',
            'Vous pouvez à tout moment demander l’accès à vos données, leur rectification, leur effacement, la limitation de leur traitement ou leur portabilité, vous opposer à leur traitement, retirer un consentement, et donner des directives sur leur sort après votre décès.',
            'Écrivez à {associationContact} ou au délégué à la protection des données : {dpoContact}. Une réponse vous est donnée dans un délai d’un mois. Vous pouvez aussi adresser une réclamation à la CNIL (www.cnil.fr).',
          ],
        },
        {
          id: 'conservation',
          title: 'Conservation',
          blocks: [
            'Un compte dont personne ne s’est servi pendant 3 ans est supprimé par le serveur lui-même, avec tout ce qui suit ; si l’association envoie des courriels, vous êtes prévenu 30 jours avant, et une fois prévenu vous avez toujours 30 jours. Les cartes qui ont d’autres membres leur restent, et vos drops y restent sans votre nom. Les événements d’usage, les écoutes et leurs nombres sont supprimés au bout de 25 mois, durée maximale que recommande la CNIL, les sessions une fois expirées.',
            'Quand vous supprimez votre compte, disparaissent aussitôt du serveur : votre nom, votre adresse, votre photo, vos sessions, vos droits sur les cartes, vos demandes, vos événements, vos écoutes (pas les nombres déjà faits avec celles d’autres personnes, où rien ne vous désigne), vos invitations (elles ne valent plus), vos brouillons et vos envois en cours. Les cartes dont vous êtes le seul administrateur disparaissent avec leurs drops. De vos drops sur les cartes des autres, vous choisissez s’ils disparaissent aussi ou y restent, sans votre nom. Restent : l’image que vous avez donnée à une carte ou à un lieu qui reste, un son, un texte ou une transcription que vous avez mis dans le drop d’une autre personne, ce que le journal du site dit de vos actes (sans votre nom ni votre adresse, avec les titres des lieux et des cartes, un an), et les numéros de votre compte et des cartes disparues avec lui, la date et le sort de vos drops, pour qu’une sauvegarde remise en place ne le fasse pas revenir.',
            'Un drop ou une carte que vous supprimez n’est plus accessible à personne, et peut être rétabli pendant 30 jours par qui pouvait le supprimer. Ensuite, ou tout de suite si vous le supprimez définitivement, son audio est effacé du serveur dès qu’aucun autre drop ne s’en sert ; un brouillon et un drop dont vous annulez l’envoi le sont aussitôt ; une photo remplacée et l’image qu’on retire d’un lieu le sont aussitôt. Ce qu’un drop était avant un changement (titre, endroit, son) reste 30 jours, pour être rétabli par qui peut le changer ; personne ne l’écoute, et il est effacé avec le drop ou avec votre compte. Un drop ou une carte signalés peuvent rester jusqu’à ce que le signalement soit traité, avec les sons que ce drop et ses versions avaient alors et ce qu’ils disaient (textes, liens, transcriptions, descriptions d’images), pour les seuls administrateurs du site. Une copie peut en rester dans les sauvegardes faites avant, jusqu’à ce que l’association les remplace, et dans le navigateur de qui l’a écouté, vu ou téléchargé.',
            'Les données de votre navigateur restent jusqu’à ce que vous vous déconnectiez ou que vous les effaciez dans ses réglages.',
          ],
        },
        {
          id: 'cookies-stockage',
          title: 'Cookies et stockage local',
          blocks: [
            'Drop ici ne dépose aucun cookie. Pour fonctionner, l’application garde dans le stockage local de votre navigateur :',
            Object.entries(STORED_WORDS).map(([key, words]) => `${key} : ${words} ;`),
            'Le temps que l’onglet reste ouvert, elle retient aussi où en est votre balade (mode « sur place », lecture automatique, lieux dont l’histoire ne démarre plus seule), sur quelle carte vous venez d’arriver, et le code de lieu que vous avez ouvert avant de vous connecter, pour qu’un rechargement ou une connexion n’y change rien. Cela reste sur votre appareil et disparaît quand vous vous déconnectez. Après un import de lieux, elle retient de même ce qu’il a fait et ce qu’il demandait, pour que vous puissiez l’annuler ou le continuer après un rechargement, jusqu’à ce que vous fermiez l’onglet.',
            'Elle garde aussi, dans le cache du navigateur, ses propres fichiers pour s’ouvrir plus vite et sans réseau, ainsi que le convertisseur audio, après son premier usage ou, si votre connexion est bonne, dès que vous ouvrez l’éditeur de lieux. Les sons que vous avez écoutés et les images que vous avez vues peuvent rester un an dans le cache de votre navigateur, que ses réglages vident. Les cartes que vous téléchargez (lieux, histoires, image et plan) y restent jusqu’à ce que vous les supprimiez, que vous vous déconnectiez ou que vous n’en soyez plus membre. Les lieux des huit dernières cartes que vous avez vues y restent aussi, avec leurs textes mais sans leurs histoires, pour les montrer sans réseau, et les lieux à enregistrer de la dernière : jusqu’à ce que vous vous déconnectiez, que votre session expire ou que vous n’en soyez plus membre. Se déconnecter vide le stockage local, sauf les formes, les changements et les textes de lieux qu’un autre compte a laissés sur cet appareil, et que lui seul voit ; s’il y en a des vôtres, l’application vous le demande d’abord. Y restent aussi les événements d’usage que le serveur n’a pas reçus, faute de réseau : ils partent quand vous vous reconnectez sur cet appareil, et sont effacés si un autre compte s’y connecte. Une session expirée en retire le compte, le jeton, les cartes choisies, leur liste, le choix de rester hors ligne, le souvenir de l’écran d’accueil et ce que le serveur sait de vos consentements.',
            'Un enregistrement que vous faites est gardé dans un espace privé de votre navigateur, avec l’endroit où il a été fait, jusqu’à ce que vous l’enregistriez sur la carte ou le supprimiez. Une déconnexion ne l’efface pas ; il n’est proposé qu’à votre compte.',
            'Un fichier audio que vous choisissez y est converti, et le résultat y reste le temps de son envoi. Un audio long part en plusieurs morceaux : ce qui en est arrivé est gardé sept jours au plus par le serveur, pour que l’envoi reprenne où il s’était arrêté.',
            'Un drop qui n’a pas encore pu être envoyé est gardé de même : son audio dans cet espace privé, et dans la base de données de votre navigateur (IndexedDB) son titre, sa carte, son endroit, le compte qui l’a fait et l’état de son envoi. Il y reste jusqu’à ce qu’il soit envoyé ou que vous le supprimiez, même après une déconnexion ; seul votre compte le voit et l’envoie. L’application demande à votre navigateur de ne pas effacer cet espace de lui-même.',
          ],
        },
        {
          id: 'modifications',
          title: 'Modifications',
          blocks: [
            'Ces textes peuvent évoluer avec le service. La date de la dernière version figure en tête de cette page ; un changement important est annoncé par l’association avant de s’appliquer.',
          ],
        },
        {
          id: 'contact',
          title: 'Contact',
          blocks: ['Pour toute question sur vos données ou sur ces textes : {associationContact}.'],
        },
      ],
    },
    {
      id: 'mentions',
      title: 'Mentions légales',
      sections: [
        {
          id: 'identite',
          title: 'Identité de l’association',
          blocks: ['Le site est édité par {association}. Contact : {associationContact}.'],
        },
        {
          id: 'propriete',
          title: 'Propriété intellectuelle',
          blocks: [
            'Les sons, les textes et les images déposés restent à leurs auteurs. En les publiant, vous autorisez l’association à les héberger et à les faire entendre, gratuitement et dans le monde entier, aux personnes qui ont accès à la carte, tant qu’ils y sont publiés. Toute autre reprise demande l’accord de l’auteur.',
            'Le nom, le logo et les textes du site ne peuvent être repris sans accord. Les logiciels et les données qui y sont employés restent sous leurs propres licences ; le fond de carte en ligne montre ses sources sur la carte.',
          ],
        },
        {
          id: 'hebergement',
          title: 'Hébergement',
          blocks: ['Le site est hébergé par {hosting}.'],
        },
        {
          id: 'rgpd',
          title: 'Données personnelles (RGPD)',
          blocks: [
            'Conformément au règlement général sur la protection des données (UE 2016/679) et à la loi « Informatique et libertés », vous disposez des droits décrits dans la politique de confidentialité. Les données sont conservées 3 ans au plus après votre dernière activité. Délégué à la protection des données : {dpoContact}.',
          ],
        },
        {
          id: 'cookies',
          title: 'Cookies',
          blocks: [
            'Aucun cookie n’est déposé. Le stockage local employé est strictement nécessaire au service et ne demande donc pas de bandeau de consentement ; son contenu est décrit dans la politique de confidentialité.',
          ],
        },
      ],
    },
    {
      id: 'recherche',
      title: 'Recherche universitaire',
      sections: [
        {
          id: 'recherche-cadre',
          title: 'Cadre',
          blocks: [
            'Drop ici peut servir de support à des travaux de recherche universitaire, par exemple sur l’écoute, le récit et les usages de la ville. Y participer est facultatif et demande un accord distinct, recueilli par l’équipe de recherche, qui précise le but de l’étude, les données utilisées, leur durée de conservation et les personnes qui y ont accès. Sans cet accord, vos données ne servent pas à la recherche. Les résultats publiés ne permettent pas de vous reconnaître, sauf si vous l’avez accepté.',
          ],
        },
        {
          id: 'recherche-droits',
          title: 'Vos droits',
          blocks: [
            'Vous pouvez refuser ou quitter une étude à tout moment, sans vous justifier et sans conséquence sur votre usage du service. Vous gardez vos droits d’accès, de rectification, d’effacement, de limitation, de portabilité et d’opposition sur les données vous concernant, tant qu’elles n’ont pas été rendues anonymes.',
          ],
        },
        {
          id: 'dpo',
          title: 'Délégué à la protection des données',
          blocks: [
            'Pour exercer ces droits ou pour toute question, écrivez au délégué à la protection des données : {dpoContact}. Si la réponse ne vous satisfait pas, vous pouvez saisir la CNIL (www.cnil.fr).',
          ],
        },
      ],
    },
  ];
}

const french = {
  /** Stands above the terms; empty for nothing. */
  note: '' as string,
  text: termsText,
};

export type ShownTerms = WordsOf<typeof french>;

/** The terms in the language shown; the French ones are binding. */
export const shownTerms = inLanguages(french, { en: async () => (await import('./terms-text.en.ts')).english });
