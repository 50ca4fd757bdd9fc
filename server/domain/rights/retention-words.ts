/** The mail before an unused account is deleted. Like the other mails, it contains no text that a person chose. */
export const retentionWords = {
  warning: (day: string) => ({
    subject: 'Drop ici : votre compte sera bientôt supprimé',
    text: `Bonjour,

Votre compte Drop ici n’a pas servi depuis près de trois ans. Comme l’annoncent les conditions d’utilisation, il sera supprimé avec vos données le ${day}. Vos drops sur des cartes qui ont d’autres membres y resteront, sans votre nom.

Pour garder votre compte, connectez-vous avant cette date. Vous pourrez aussi y télécharger vos données, ou supprimer vous-même votre compte : « Mon Profil », puis « Mes données ».

Drop ici
`,
  }),
} as const;
