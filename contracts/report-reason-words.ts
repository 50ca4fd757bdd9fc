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
