/** The words of the mail before an unused account is deleted. */
export const retentionWords = {
  subject: 'Votre compte Drop ici sera bientôt supprimé',
  text: (name: string, day: string) =>
    `Bonjour ${name},

Vous n’avez pas utilisé Drop ici depuis près de trois ans. Comme l’annoncent les conditions d’utilisation, votre compte et vos
données seront supprimés le ${day}. Vos drops sur des cartes partagées y resteront, sans votre nom.

Pour garder votre compte, il suffit de vous connecter avant cette date. Vous pourrez aussi y télécharger vos données ou
supprimer vous-même votre compte : Mon Profil, puis Mes données.
`,
} as const;
