import type { ReportReason } from './moderation.ts';

/** The reasons to report something in one language, as people choose them in the app and on public pages. */
export type ReportReasonWords = Readonly<Record<ReportReason, { readonly label: string; readonly hint: string }>>;

/** The same in French. */
export const frenchReportReasons: ReportReasonWords = {
  hate: { label: 'Contenu haineux ou violent', hint: 'Insultes, menaces, appels à la violence.' },
  privacy: { label: 'Atteinte à la vie privée', hint: 'Une personne reconnaissable qui ne l’a pas voulu.' },
  copyright: { label: 'Droits d’auteur', hint: 'Une œuvre utilisée sans autorisation.' },
  wrong: { label: 'Erroné ou dangereux sur place', hint: 'Un lieu qui n’existe plus, un passage dangereux.' },
  other: { label: 'Autre', hint: 'Un son coupé ou inaudible, par exemple.' },
};

/** Why a report without an account is not taken, in the app and on public pages, in French. */
export const frenchTooManyReports =
  'Trop de signalements attendent déjà\u00a0: les administrateurs du site les examinent. Réessayez dans quelques jours.';

/** The words of the field for an email at which somebody without an account wants an answer, in French. */
export const frenchReportEmail = {
  label: 'Votre adresse email (facultatif)',
  hint: 'Pour que les administrateurs du site, qui seuls la voient, vous disent ce qu’ils ont décidé. Elle est effacée, comme votre texte, quand le signalement est traité, et au plus tard après un an.',
  fault: 'Cette adresse email n’est pas complète.',
};
