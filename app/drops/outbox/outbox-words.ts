import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';
import { converterStrings } from '../composer/converter-words.ts';

const frenchOutboxStrings = {
  count: (drops: number) => `${drops}\u00a0${plural(drops, 'drop', 'drops')} en attente`,
  title: 'Drops en attente',
  hint: 'Ils sont gardés sur cet appareil et partent tout seuls dès que possible.',
  empty: 'Tout est envoyé',
  emptyHint: 'Aucun drop n’attend sur cet appareil.',
  queued: 'Gardé sur cet appareil. Il partira dès que possible.',
  leaving: 'Votre audio est en route. Vous pouvez continuer.',
  protectReason:
    'Un drop attend d’être envoyé. Si la place manque sur cet appareil, le navigateur peut l’effacer : demandez-lui de le garder.',
  protect: 'Garder',
  queuing: 'Mise à l’abri…',
  close: 'Continuer sur la carte',
  cancel: 'Annuler l’envoi',
  phases: {
    queued: 'En attente d’envoi',
    creating: 'Création du lieu…',
    get preparing() {
      return converterStrings.preparing;
    },
    converting: 'Conversion de l’audio',
    sending: 'Envoi de l’audio',
    titling: 'Enregistrement du titre…',
    waiting: 'En attente d’envoi',
    unsaved: 'Brouillon\u00a0: sur cet appareil seulement',
    sent: 'Prêt\u00a0: visible par vous seul tant que vous ne le publiez pas',
  },
  sendingDraft: 'Envoi d’avance, visible par vous seul',
  published: (names: readonly string[], isWaiting: boolean) => {
    const many = names.length > 1 ? ` (${names.length})` : '';
    const text = `${isWaiting ? 'À valider' : many ? 'Publiés' : 'Publié'}${many}\u00a0: ${names.join(', ')}`;
    return { name: text, show: `${text}, voir sur la carte` };
  },
  hidePublished: 'Masquer',
  retryIn: (seconds: number) =>
    seconds < 60
      ? `nouvel essai dans ${Math.max(1, Math.ceil(seconds))} s`
      : `nouvel essai dans ${Math.ceil(seconds / 60)} min`,
  offline: 'Pas de réseau pour le moment.',
  serverTrouble: 'Le serveur ne répond pas comme il faut pour le moment.',
  busyServer: 'Le serveur demande de patienter.',
  placeGone: 'Le lieu de ce drop a été supprimé entre-temps. Réessayer en crée un nouveau.',
  alreadyFilled:
    'Quelqu’un d’autre a déjà enregistré ce lieu, ou le fait. Votre audio est gardé\u00a0: «\u00a0Réessayer\u00a0» l’y met si le lieu s’est libéré, sinon le publiera comme un drop à part.',
  planGone:
    'Ce lieu n’est plus à enregistrer\u00a0: quelqu’un l’a fait, ou l’a supprimé. Votre audio est gardé\u00a0: «\u00a0Réessayer\u00a0» le publiera comme un drop à part.',
  audioGone: 'L’audio de ce drop n’est plus sur cet appareil.',
  retry: 'Réessayer',
  retryUnder: 'Réessayer sous ce titre',
  newSound: (name: string) => `Nouveau son de «\u00a0${name}\u00a0»`,
  /** Of a version, as 'Anglais · Pour les enfants'. */
  soundOfVersion: (name: string, version: string) => `Son de «\u00a0${name}\u00a0», ${version}`,
  retryNow: 'Essayer maintenant',
  export: 'Exporter l’audio',
  discard: 'Supprimer',
  discardTitle: (name: string) => `Supprimer «\u00a0${name}\u00a0»\u00a0?`,
  discardText: 'L’audio n’est que sur cet appareil. Il sera perdu.',
  discardTextPlaced: 'L’audio sera supprimé de cet appareil, et le lieu créé pour lui aussi.',
  keep: 'Garder',
  onMap: 'en attente d’envoi',
  notHere: 'Ce drop n’attend plus\u00a0: il est envoyé, ou déjà supprimé.',
  discardFailed: 'Ce drop n’a pas pu être supprimé de cet appareil. Il y reste en attente.',
  notStored: 'Ce drop n’a pas pu être gardé sur cet appareil. Rien n’a été changé.',
  diskFull: 'L’appareil n’a plus de place pour garder ce drop. Rien n’a été changé.',
  noStore: 'Ce navigateur ne peut rien garder. Quittez la navigation privée, puis réessayez.',
  logoutTitle: 'Se déconnecter avec des drops en attente\u00a0?',
  logoutText: (drops: number) =>
    plural(
      drops,
      'Un drop n’est pas encore envoyé. Il reste sur cet appareil et partira quand vous vous reconnecterez ici.',
      `${drops}\u00a0drops ne sont pas encore envoyés. Ils restent sur cet appareil et partiront quand vous vous reconnecterez ici.`,
    ),
  logoutTitleWithoutDrops: 'Se déconnecter maintenant\u00a0?',
  logoutDrafts: (drafts: number) =>
    plural(
      drafts,
      'Une forme ou un changement de lieu n’est pas enregistré. La déconnexion l’efface de cet appareil.',
      `${drafts}\u00a0formes ou changements de lieux ne sont pas enregistrés. La déconnexion les efface de cet appareil.`,
    ),
  logoutRecording:
    'Un enregistrement est en cours. Il s’arrêtera et restera sur cet appareil\u00a0: vous le retrouverez en vous reconnectant ici.',
  logoutConfirm: 'Se déconnecter',
  logoutDeny: 'Rester connecté',
} as const;

const frenchMemoryStrings = {
  notice:
    'Ce navigateur ne garde rien sur cet appareil, comme souvent en navigation privée. Gardez cette page ouverte jusqu’à l’envoi\u00a0: la fermer, la recharger ou se déconnecter effacerait votre audio.',
  limits: 'Ici, un enregistrement dure 12\u00a0minutes au plus, et un fichier 25\u00a0minutes environ.',
  recording: 'Rien n’est gardé sur cet appareil\u00a0: ne fermez pas cette page avant l’envoi.',
  queued: 'En attente d’envoi, mais rien n’est gardé sur cet appareil\u00a0: ne fermez pas cette page avant.',
  hint: 'Ils partent tout seuls dès que possible. Rien n’est gardé sur cet appareil\u00a0: ne fermez pas cette page avant.',
  full: 'C’est plus que ce navigateur peut tenir sans rien garder sur cet appareil. Choisissez un audio plus court, ou quittez la navigation privée. Rien n’a été changé.',
  recordingFull:
    'L’enregistrement s’est arrêté\u00a0: c’est tout ce que ce navigateur peut tenir sans rien garder sur cet appareil. Ce qui précède peut être envoyé.',
  foundText: (when: string) =>
    `Enregistré le ${when}. Rien n’est gardé sur cet appareil\u00a0: envoyez-le avant de fermer.`,
  logoutText: (drops: number) =>
    plural(
      drops,
      'Un drop n’est pas encore envoyé. Rien n’est gardé sur cet appareil\u00a0: il sera perdu.',
      `${drops}\u00a0drops ne sont pas encore envoyés. Rien n’est gardé sur cet appareil\u00a0: ils seront perdus.`,
    ),
  logoutRecording: 'Un enregistrement est en cours. Rien n’est gardé sur cet appareil\u00a0: il sera perdu.',
} as const;

const frenchDraftStrings = {
  count: (drafts: number) => `${drafts}\u00a0${plural(drafts, 'brouillon', 'brouillons')}`,
  hint: 'Brouillon\u00a0: visible par vous seul tant qu’il n’est pas publié.',
  publish: 'Publier',
  publishOf: (name: string) => `Publier «\u00a0${name}\u00a0»`,
  onMap: 'brouillon, visible par vous seul',
} as const;

const french = {
  outboxStrings: frenchOutboxStrings,
  memoryStrings: frenchMemoryStrings,
  draftStrings: frenchDraftStrings,
};
export type OutboxWords = WordsOf<typeof french>;

/**
 * The words of the outbox; those for browsers that store nothing on the device, as some do in private windows; and those
 * of drops that their author has not saved yet.
 */
export const { outboxStrings, memoryStrings, draftStrings } = inLanguages(french, {
  en: async () => (await import('./outbox-words.en.ts')).english,
});
