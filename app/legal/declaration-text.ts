import type { Accessibility } from '../../contracts/config.ts';
import { inLanguages, type WordsOf } from '../ui/language.ts';
import type { Block, Part } from './terms-text.ts';

/** What the text depends on; the values themselves are facts (`filled-text.tsx`). */
export interface Declared {
  readonly state: Accessibility['state'];
  readonly hasAudit: boolean;
  readonly hasRate: boolean;
  readonly hasGaps: boolean;
  readonly hasPlan: boolean;
}

/**
 * Returns the declaration of accessibility, in French, by the model of the DINUM. What it says of the app itself is the result
 * of the audit in docs/accessibility.md: change both together.
 */
export function declarationText({ state, hasAudit, hasRate, hasGaps, hasPlan }: Declared): readonly Part[] {
  const states: Readonly<Record<Accessibility['state'], Block>> = {
    total:
      'Drop ici ({site}) est totalement conforme avec le référentiel général d’amélioration de l’accessibilité (RGAA), version 4.1.',
    partial:
      'Drop ici ({site}) est partiellement conforme avec le référentiel général d’amélioration de l’accessibilité (RGAA), version 4.1, en raison des non-conformités et des dérogations énumérées ci-dessous.',
    none: 'Drop ici ({site}) n’est pas conforme avec le référentiel général d’amélioration de l’accessibilité (RGAA), version 4.1. Les non-conformités et les dérogations sont énumérées ci-dessous.',
  };
  const found = hasRate
    ? 'L’audit de conformité réalisé par {auditor} révèle que {rate} % des critères du RGAA version 4.1 sont respectés.'
    : 'L’audit de conformité a été réalisé par {auditor}.';
  return [
    {
      id: 'engagement',
      title: 'Engagement',
      blocks: [
        '{association} s’engage à rendre son service accessible, conformément à l’article 47 de la loi n° 2005-102 du 11 février 2005.',
        ...(hasPlan ? ['À cette fin, son schéma pluriannuel et ses plans d’actions se trouvent ici : {plan}'] : []),
        'Cette déclaration d’accessibilité s’applique à Drop ici, à l’adresse {site}',
      ],
      sections: [],
    },
    { id: 'etat', title: 'État de conformité', blocks: [states[state]], sections: [] },
    {
      id: 'resultats',
      title: 'Résultats des tests',
      blocks: [
        hasAudit
          ? found
          : 'Il n’existe pas d’audit de ce site en cours de validité : la loi le dit alors non conforme, quel que soit le résultat ci-dessous.',
        'Les auteurs de l’application en ont examiné eux-mêmes quinze écrans, avec une carte d’exemple, selon les 106 critères du RGAA 4.1. Cet examen ne porte pas sur les cartes et les sons que les membres publient sur ce site.',
      ],
      sections: [],
    },
    {
      id: 'non-accessibles',
      title: 'Contenus non accessibles',
      sections: [
        {
          id: 'non-conformites',
          title: 'Non-conformités',
          blocks: [
            [
              'Les histoires sont des sons. Celles dont l’auteur n’a pas donné le texte n’ont pas de transcription (critères 4.1 et 4.2).',
              'Un nom écrit dans une autre langue que celle de l’interface n’est pas marqué comme tel au milieu d’une phrase (critère 8.7).',
            ],
            ...(hasGaps ? ['{gaps}'] : []),
          ],
        },
        {
          id: 'derogations',
          title: 'Dérogations pour charge disproportionnée',
          blocks: ['L’application n’en demande aucune.'],
        },
        {
          id: 'exemptes',
          title: 'Contenus non soumis à l’obligation d’accessibilité',
          blocks: [
            'Le plan dessiné est un service de cartographie en ligne. Ce qu’il montre des lieux (nom, distance, durée, ordre, ce qui a été écouté) se trouve aussi, en texte, dans la « Liste des lieux », d’où chaque histoire s’écoute.',
          ],
        },
      ],
    },
    {
      id: 'etablissement',
      title: 'Établissement de cette déclaration d’accessibilité',
      blocks: ['Cette déclaration a été établie le {date}.'],
      sections: [
        {
          id: 'technologies',
          title: 'Technologies utilisées pour la réalisation de Drop ici',
          blocks: [['HTML5', 'WAI-ARIA', 'CSS', 'JavaScript', 'SVG', 'WebGL, pour le plan']],
        },
        {
          id: 'environnement',
          title: 'Environnement de test',
          blocks: [
            'Chromium sous Linux, au clavier seul, avec l’arbre d’accessibilité que le navigateur donne aux lecteurs d’écran. Les auteurs de l’application n’ont pas fait d’essai avec un lecteur d’écran lui-même (NVDA, JAWS, VoiceOver, TalkBack).',
          ],
        },
        {
          id: 'outils',
          title: 'Outils pour évaluer l’accessibilité',
          blocks: [
            [
              'axe-core, dans les deux thèmes',
              'les tests automatiques de l’application : parcours au clavier, fenêtres de 320 à 1 440 pixels, texte à 200 %',
              'l’inspecteur du navigateur',
            ],
          ],
        },
        {
          id: 'pages',
          title: 'Pages du site ayant fait l’objet de la vérification de conformité',
          blocks: [
            [
              'la connexion',
              'la création d’un compte',
              'l’invitation et l’accueil sur une carte',
              'la liste des cartes',
              'la carte avec le lecteur',
              'la liste des lieux',
              'les informations d’une carte',
              'les réglages d’une carte',
              'Mes Drops',
              'l’enregistrement d’un drop',
              'l’éditeur de lieux',
              'le profil, « A propos de Drop ici », les conditions d’utilisation et cette déclaration',
            ],
          ],
        },
      ],
    },
    {
      id: 'contact',
      title: 'Retour d’information et contact',
      blocks: [
        'Si vous n’arrivez pas à accéder à un contenu ou à un service, vous pouvez contacter le responsable de Drop ici pour être orienté vers une alternative accessible ou obtenir le contenu sous une autre forme : {associationContact}',
      ],
      sections: [],
    },
    {
      id: 'recours',
      title: 'Voies de recours',
      blocks: [
        'Cette procédure est à utiliser dans le cas suivant : vous avez signalé au responsable du site un défaut d’accessibilité qui vous empêche d’accéder à un contenu ou à un service, et vous n’avez pas obtenu de réponse satisfaisante. Vous pouvez :',
        [
          'écrire un message au Défenseur des droits : https://formulaire.defenseurdesdroits.fr/',
          'contacter le délégué du Défenseur des droits dans votre région : https://www.defenseurdesdroits.fr/saisir/delegues',
          'envoyer un courrier par la poste (gratuit, ne pas mettre de timbre) : Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07.',
        ],
      ],
      sections: [],
    },
  ];
}

const french = { text: declarationText };

export type ShownDeclaration = WordsOf<typeof french>;

/** The declaration in the language shown. */
export const shownDeclaration = inLanguages(french, {
  en: async () => (await import('./declaration-text.en.ts')).english,
});
