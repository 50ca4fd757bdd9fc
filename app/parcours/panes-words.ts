import { titles } from '../ui/title-words.ts';

/** The words of the map screen's panes, and of invitations made there. */
export const paneStrings = {
  nav: 'Volets',
  info: 'Informations',
  map: titles.map,
  settings: 'Réglages',
  settingsTitle: 'MAP SETTINGS',
  noParcours: 'Aucun parcours choisi',
  noParcoursHint: 'Choisissez un parcours pour voir ses lieux et les écouter.',
  members: 'Participants',
  listening: 'Écoute',
  dropping: 'Dépôt',
  dropMode: 'Drop mode',
  dropModeHint: 'Affiche sur la carte le bouton pour déposer un audio.',
  invite: 'Inviter',
  inviteHint: 'Un lien qui ouvre cette carte, avec les droits que vous choisissez.',
  inviteAs: 'Inviter en tant que',
  makeLink: 'Créer le lien',
  link: 'Lien d’invitation',
  copy: 'Copier',
  copied: 'Lien copié',
  share: 'Partager',
  privilegeTexts: {
    admin: 'Contrôle complet\u00a0: modifier, supprimer et gérer les droits.',
    editor: 'Modifie le contenu, sans gérer les personnes.',
    drop: 'Dépose des audios avec vous sur la carte.',
    guest: 'Accède au contenu.',
  },
} as const;
