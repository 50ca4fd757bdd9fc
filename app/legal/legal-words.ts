import { titles } from '../ui/title-words.ts';

/** The words around the terms. */
export const legalStrings = {
  termsTitle: titles.terms,
  updated: 'Dernière mise à jour : novembre 2026',
  contents: 'Sommaire',
  ownServer: 'notre propre serveur',
  placeholders: {
    association: 'nom de l’association à compléter',
    associationContact: 'contact de l’association à compléter',
    hosting: 'nom et adresse de l’hébergeur à compléter',
    dpoContact: 'contact du délégué à la protection des données à compléter',
    mapHost: 'fournisseur de la carte',
    geocoderHost: 'service de recherche d’adresses',
  },
} as const;
