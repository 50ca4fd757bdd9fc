import type { RemarkSubject } from '../../../contracts/remark.ts';
import { inLanguages, type WordsOf } from '../../ui/language.ts';
import { plural } from '../../ui/plural.ts';

const subjects: Readonly<Record<RemarkSubject, { readonly label: string; readonly hint: string }>> = {
  way: { label: 'Le passage', hint: 'Des travaux, une porte fermée, un chemin qui n’existe plus.' },
  position: { label: 'L’endroit', hint: 'Le lieu n’est pas là où l’histoire le raconte.' },
  sound: { label: 'Le son', hint: 'Coupé, trop faible, inaudible.' },
  text: { label: 'Le texte', hint: 'Une erreur, une faute, une image qui manque.' },
  other: { label: 'Autre chose', hint: 'Tout ce que son auteur devrait savoir.' },
};

const french = {
  subjects,
  send: {
    title: 'Quelque chose ne va pas ici',
    at: (name: string) => `Quelque chose ne va pas ici\u00a0: ${name}`,
    lead: 'Dites-le à l’auteur de l’histoire et aux éditeurs de la carte. Ils ne sauront pas qui l’a écrit. Pour un contenu qui n’a pas sa place ici, signalez-le plutôt.',
    subject: 'Qu’est-ce qui ne va pas\u00a0?',
    missing: 'Choisissez ce qui ne va pas.',
    words: 'Quelques mots (facultatif)',
    submit: 'Envoyer la remarque',
    sent: 'Merci\u00a0: votre remarque est envoyée.',
    many: 'Ce lieu a déjà beaucoup de remarques\u00a0: ses auteurs sont prévenus.',
    failed: (text: string) => `La remarque n’a pas pu être envoyée. ${text}`,
  },
  read: {
    title: 'Remarques des visiteurs',
    open: (count: number) => `${count}\u00a0${plural(count, 'remarque d’un visiteur', 'remarques de visiteurs')}`,
    openHint: 'Ce que des visiteurs ont trouvé à redire sur place.',
    loading: 'Chargement des remarques',
    failed: (text: string) => `Les remarques n’ont pas pu être chargées. ${text}`,
    none: 'Aucune remarque',
    noneHint: 'Ce que les visiteurs signalent sur place s’affiche ici.',
    about: (subject: string, moment: string) => `${subject} · ${moment}`,
    show: 'Voir sur la carte',
    showOf: (name: string) => `Voir sur la carte\u00a0: ${name}`,
    answer: 'Répondre',
    answerTo: (name: string) => `Répondre à la remarque\u00a0: ${name}`,
    answerLead: 'Votre réponse va à la personne qui a écrit la remarque, qui est alors classée.',
    answerWords: 'Votre réponse',
    answerMissing: 'Écrivez d’abord votre réponse.',
    submit: 'Répondre et classer',
    answered: 'Votre réponse est envoyée et la remarque est classée.',
    close: 'Classer',
    closeOf: (name: string) => `Classer la remarque\u00a0: ${name}`,
    closed: 'La remarque est classée.',
    closeFailed: (text: string) => `La remarque n’a pas pu être classée. ${text}`,
  },
} as const;

export type RemarkWords = WordsOf<typeof french>;

/** The words of visitors' remarks: their subjects, how they are sent, and how they are read and answered. */
export const {
  subjects: remarkSubjects,
  send: sendRemarkStrings,
  read: remarkStrings,
} = inLanguages(french, { en: async () => (await import('./remark-words.en.ts')).english });
