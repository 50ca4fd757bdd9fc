import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const french = {
  lead: 'Écoutez chaque drop, puis publiez-le ou refusez-le. Son auteur est prévenu.',
  none: 'Rien à valider',
  noneHint: 'Les drops qui attendent votre accord, sur toutes vos cartes, apparaîtront ici.',
  part: 'Validation des drops',
  switch: 'Valider les drops avant publication',
  switchHint: 'Ce que déposent les autres membres attend l’accord d’un éditeur ou d’un admin de la carte.',
  waiting: (count: number) => `${count} en attente`,
  count: (count: number) => `${count}\u00a0${plural(count, 'drop', 'drops')} à valider`,
  loading: 'Chargement des drops en attente',
  failed: (text: string) => `Les drops en attente n’ont pas pu être chargés. ${text}`,
  by: (author: string, moment: string) => `Par ${author}, le ${moment}`,
  noAuthor: 'un compte supprimé',
  noAudio: 'Sans audio',
  showOne: (name: string) => `Voir sur la carte\u00a0: ${name}`,
  approve: 'Valider',
  approveOne: (name: string) => `Valider «\u00a0${name}\u00a0»`,
  refuse: 'Refuser',
  refuseOne: (name: string) => `Refuser «\u00a0${name}\u00a0»`,
  refuseLead: 'Son auteur est prévenu, et reste seul à le voir. S’il le corrige, il vous est proposé à nouveau.',
  mails: 'Un mail par jour',
  mailsHint: 'Au plus un par jour, à votre adresse vérifiée, tant que des drops attendent votre accord.',
  words: 'Raison (facultative)',
  approved: (name: string) => `«\u00a0${name}\u00a0» est publié.`,
  refused: (name: string) => `«\u00a0${name}\u00a0» est refusé.`,
} as const;

export type ApprovalWords = WordsOf<typeof french>;

/** The words of drops that wait for approval. */
export const approvalStrings = inLanguages(french, {
  en: async () => (await import('./approval-words.en.ts')).english,
});
