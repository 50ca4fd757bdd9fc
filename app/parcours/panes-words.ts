import type { Privilege } from '../../contracts/vocabulary.ts';
import { wordsFor } from '../page/error-words.ts';
import { titles } from '../ui/common-words.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import type { EditFailure } from './parcours-edit.ts';
import { privilegeStrings } from './privilege-words.ts';

const frenchPaneStrings = {
  nav: 'Volets',
  info: 'Informations',
  get map() {
    return titles.map;
  },
  settings: 'Réglages',
  settingsTitle: 'MAP SETTINGS',
  noParcours: 'Aucune carte choisie',
  noParcoursHint: 'Choisissez une carte pour voir ses lieux et écouter leurs histoires.',
  members: 'Participants',
  listening: 'Écoute',
  dropping: 'Drops',
  dropMode: 'Drop mode',
  dropModeHint: 'Affiche sur la carte le bouton pour laisser un drop.',
  invite: 'Inviter',
  inviteHint: 'Un lien qui ouvre cette carte, avec les droits que vous choisissez.',
  inviteAs: 'Inviter en tant que',
  makeLink: 'Créer le lien',
  link: 'Lien d’invitation',
  copy: 'Copier',
  copied: 'Lien copié',
  codeCopied: 'Code copié',
  share: 'Partager',
  privilegeTexts: {
    admin: 'Contrôle complet\u00a0: modifier, supprimer et gérer les droits.',
    editor: 'Modifie le contenu, sans gérer les personnes.',
    drop: 'Dépose des audios avec vous sur la carte.',
    guest: 'Accède au contenu.',
  },
} as const;

const frenchParcoursPanes = {
  info: {
    hidden: 'Masquée par un administrateur du site\u00a0: ses admins seuls la voient. La raison est dans Mes Drops.',
    edit: 'Edit',
    save: 'Save',
    saving: 'Enregistrement…',
    cancel: 'Cancel',
    loading: 'Chargement de la carte…',
    loadFailed: 'Failed to get map',
    noImage: 'Pas encore d’image',
    name: 'Nom',
    description: 'Description',
    image: 'Image',
    chooseImage: 'Choisir une image',
    changeImage: 'Changer d’image',
    removeImage: 'Retirer l’image',
    unreadable: 'Ce fichier ne peut pas être lu comme image\u00a0: rien n’est enregistré. Choisissez-en un autre.',
    dropFile: (hasImage: boolean) => (hasImage ? 'Garder l’image actuelle' : 'Continuer sans image'),
    imagePreview: 'Aperçu de l’image',
    imageFormats: 'JPEG, PNG, WebP, AVIF ou GIF',
    missingName: 'Donnez un nom à la carte.',
    missingDescription: 'Décrivez la carte en quelques mots.',
    saved: 'Les informations de la carte sont enregistrées.',
    unreadableFile: 'Could not read file',
    imageFailed: (text: string) => `Error uploading map image: ${text}`,
    updateFailed: (text: string) => `Failed to update map info: ${text}`,
    discard: {
      title: 'Abandonner les modifications\u00a0?',
      description: 'Le nom, la description et l’image redeviennent ce qu’ils étaient.',
      confirm: 'Abandonner les modifications',
      cancel: 'Continuer à modifier',
    },
  },
  members: {
    loading: 'Chargement des participants',
    failed: (text: string) => `Error fetching map users: ${text}`,
    find: 'Trouver un participant',
    found: (count: number, total: number) =>
      count === 0 ? 'Personne ne s’appelle ainsi.' : `${count}\u00a0sur ${total}`,
    you: 'vous',
    portrait: (name: string) => `Voir la photo de ${name}`,
    options: (name: string) => `Options\u00a0: ${name}`,
    setPrivilege: 'Changer les droits',
    privilegeOf: (name: string) => `Droits de ${name}`,
    privileges: 'Droits sur la carte',
    lowersYou: 'Ce sont vos propres droits\u00a0: vous ne pourrez pas vous les rendre.',
    mayNow: (name: string, acts: readonly string[]) => `${name} peut maintenant ${listed(acts)}.`,
    youMayNow: (acts: readonly string[]) => `Vous pouvez maintenant ${listed(acts)}.`,
    acts: {
      listen: 'écouter la carte',
      drop: 'y déposer des audios',
      edit: 'la modifier',
      manage: 'gérer les droits',
    },
    remove: 'Retirer de la carte',
    removed: (name: string) => `${name} n’est plus sur la carte.`,
    removal: (name: string) => ({
      title: `Retirer ${name} de la carte\u00a0?`,
      description:
        'Cette personne n’y aura plus accès. Ses audios restent. Il lui faudra une nouvelle invitation pour revenir.',
      confirm: 'Retirer',
    }),
  },
  sharing: {
    again: 'Le même lien sert à autant de personnes que vous voulez.',
    failed: (text: string) => `Failed to create share link: ${text}`,
    shareFailed: 'Le partage n’a pas pu s’ouvrir. Copiez le lien.',
    copyFailed: 'Le navigateur refuse la copie\u00a0: sélectionnez le lien pour le copier.',
    elsewhere: 'Envoyer par',
    message: (mapName: string) => `«\u00a0${mapName}\u00a0» sur Drop ici`,
    targets: {
      whatsapp: 'WhatsApp',
      telegram: 'Telegram',
      facebook: 'Facebook',
      x: 'X',
      email: 'E-mail',
      sms: 'SMS',
    },
    qr: 'QR code',
  },
  invitations: {
    title: 'Invitations en cours',
    loading: 'Chargement des invitations',
    none: 'Aucune invitation en cours.',
    failed: (text: string) => `Failed to get share link: ${text}`,
    by: (name: string) => `par ${name}`,
    since: (day: string) => `créée le ${day}`,
    until: (day: string) => `jusqu’au ${day}`,
    endless: 'sans date de fin',
    revoke: 'Révoquer',
    revokeOne: (privilege: Privilege, name: string) =>
      `Révoquer l’invitation ${privilegeStrings[privilege]} de ${name}`,
    revokeLabelled: (label: string) => `Révoquer l’invitation «\u00a0${label}\u00a0»`,
    revoked: 'L’invitation est révoquée.',
    revocation: {
      title: 'Révoquer cette invitation\u00a0?',
      description: 'Son lien et son QR code ne mèneront plus à rien. Les personnes déjà venues restent.',
      confirm: 'Révoquer',
    },
  },
  tools: {
    title: 'Édition',
    editorTools: 'Editor tools',
    editorToolsHint: 'Des outils pour préparer la carte.',
    drawTools: 'Draw tools',
    drawToolsHint: 'Dessiner et modifier les lieux sur la carte.',
    spoofer: 'Spoofer',
    spooferHint: 'Une touche sur la carte simule votre position.',
  },
} as const;

const french = { paneStrings: frenchPaneStrings, parcoursPanes: frenchParcoursPanes };
export type PanesWords = WordsOf<typeof french>;

/** The words of the map screen's panes and of invitations made there, and those of what the panes beside the map contain. */
export const { paneStrings, parcoursPanes } = inLanguages(french, {
  en: async () => (await import('./panes-words.en.ts')).english,
});

/** Describes why an edit could not continue. */
export function describeEditFailure(failure: EditFailure): string {
  const { imageFailed, updateFailed, unreadableFile } = parcoursPanes.info;
  if (failure.kind === 'unreadable') return imageFailed(unreadableFile);
  const text = wordsFor(failure.error);
  return failure.kind === 'image' ? imageFailed(text) : updateFailed(text);
}

/** Returns the privileges as options to choose from, each explained. */
export function privilegeOptions<Offer extends Privilege>(privileges: readonly Offer[]) {
  return privileges.map((privilege) => ({
    value: privilege,
    label: privilegeStrings[privilege],
    lang: 'en',
    hint: paneStrings.privilegeTexts[privilege],
  }));
}

/** Formats 'voir, écouter et déposer'. Creating the formatter at the start would cost the app 10 ms. */
function listed(acts: readonly string[]): string {
  return new Intl.ListFormat('fr').format(acts);
}
