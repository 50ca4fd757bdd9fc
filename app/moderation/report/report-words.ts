import {
  frenchReportEmail,
  frenchReportReasons,
  frenchTooManyReports,
} from '../../../contracts/report-reason-words.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';

const frenchReportStrings = {
  place: (name: string) => `Signaler «\u00a0${name}\u00a0»`,
  map: 'Signaler cette carte',
  mapTitle: (name: string) => `Signaler la carte «\u00a0${name}\u00a0»`,
  lead: 'Votre signalement va aux administrateurs du site, qui l’examineront. La personne concernée ne saura pas qui a signalé.',
  reason: 'Que se passe-t-il\u00a0?',
  missing: 'Choisissez une raison.',
  words: 'Quelques mots (facultatif)',
  send: 'Envoyer le signalement',
  sent: 'Merci\u00a0: le signalement est envoyé aux administrateurs du site.',
  email: frenchReportEmail,
  tooMany: frenchTooManyReports,
  failed: (text: string) => `Le signalement n’a pas pu être envoyé. ${text}`,
} as const;

const french = { reportReasons: frenchReportReasons, reportStrings: frenchReportStrings };
export type ReportWords = WordsOf<typeof french>;

/** The reasons of reports, as people choose them and as the site's admins read them. The words of a report. */
export const { reportReasons, reportStrings } = inLanguages(french, {
  en: async () => (await import('./report-words.en.ts')).english,
});
