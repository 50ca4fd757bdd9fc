/** The words for a guest whose visit has ended. */
export const visitEnded = {
  title: 'Votre visite est terminée',
  lead: 'Ce navigateur ne donne plus accès aux cartes que vous écoutiez en invité.',
  open: 'Ouvrez de nouveau le lien d’invitation, s’il est encore valable.',
  ask: 'Sinon, demandez un nouveau lien à la personne qui vous avait envoyé le premier.',
  account: 'Avec un compte, les cartes que vous rejoindrez resteront à vous, sur tous vos appareils.',
} as const;
