/** The screens' titles, separate from their other words, because the page's title needs all of them from the start. */
export const titles = {
  parcours: 'Maps',
  createParcours: 'Créer une carte',
  map: 'Carte',
  myDrops: 'Mes Drops',
  profile: 'Mon Profil',
  requests: 'Demandes',
  reports: 'Signalements',
  myData: 'Mes données',
  admin: 'Administration',
  security: 'Sécurité',
  password: 'Mot de passe',
  verify: 'Votre adresse',
  terms: 'Conditions d’utilisation',
  licences: 'Licences des logiciels',
} as const;
