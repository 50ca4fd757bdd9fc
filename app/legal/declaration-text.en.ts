import type { Accessibility } from '../../contracts/config.ts';
import type { Declared, ShownDeclaration } from './declaration-text.ts';
import type { Block, Part } from './terms-text.ts';

/** Returns the declaration in English: a translation of the French one, section by section. */
function declarationText({ state, hasAudit, hasRate, hasGaps, hasPlan }: Declared): readonly Part[] {
  const states: Readonly<Record<Accessibility['state'], Block>> = {
    total:
      'Drop ici ({site}) fully complies with the French accessibility guidelines (RGAA, “référentiel général d’amélioration de l’accessibilité”), version 4.1.',
    partial:
      'Drop ici ({site}) partially complies with the French accessibility guidelines (RGAA, “référentiel général d’amélioration de l’accessibilité”), version 4.1, because of the non-compliances and exemptions listed below.',
    none: 'Drop ici ({site}) does not comply with the French accessibility guidelines (RGAA, “référentiel général d’amélioration de l’accessibilité”), version 4.1. The non-compliances and exemptions are listed below.',
  };
  const found = hasRate
    ? 'The audit by {auditor} found that {rate} % of the criteria of RGAA 4.1 are met.'
    : 'The audit was carried out by {auditor}.';
  return [
    {
      id: 'engagement',
      title: 'Commitment',
      blocks: [
        '{association} undertakes to make its service accessible, in accordance with article 47 of the French law n° 2005-102 of 11 February 2005.',
        ...(hasPlan ? ['Its plans for the coming years are here: {plan}'] : []),
        'This accessibility statement applies to Drop ici, at {site}',
      ],
      sections: [],
    },
    { id: 'etat', title: 'State of compliance', blocks: [states[state]], sections: [] },
    {
      id: 'resultats',
      title: 'Results of the tests',
      blocks: [
        hasAudit
          ? found
          : 'There is no valid audit of this site: the law then calls it not compliant, whatever the result below.',
        'The app’s authors examined fifteen of its screens themselves, with an example map, by the 106 criteria of RGAA 4.1. They did not examine the maps and sounds that members publish on this site.',
      ],
      sections: [],
    },
    {
      id: 'non-accessibles',
      title: 'Content that is not accessible',
      sections: [
        {
          id: 'non-conformites',
          title: 'Non-compliances',
          blocks: [
            [
              'Stories are sounds. Those whose author has not given the text have no transcript (criteria 4.1 and 4.2).',
              'A name written in another language than the interface’s is not marked as such in the middle of a sentence (criterion 8.7).',
            ],
            ...(hasGaps ? ['{gaps}'] : []),
          ],
        },
        {
          id: 'derogations',
          title: 'Exemptions for a disproportionate burden',
          blocks: ['The app asks for none.'],
        },
        {
          id: 'exemptes',
          title: 'Content to which the obligation does not apply',
          blocks: [
            'The drawn map is an online mapping service. What it shows of places (name, distance, duration, order, what was heard) is also in the list of places, as text, from which each story can be played.',
          ],
        },
      ],
    },
    {
      id: 'etablissement',
      title: 'Preparation of this statement',
      blocks: ['This statement was prepared on {date}.'],
      sections: [
        {
          id: 'technologies',
          title: 'Technologies of Drop ici',
          blocks: [['HTML5', 'WAI-ARIA', 'CSS', 'JavaScript', 'SVG', 'WebGL, for the map']],
        },
        {
          id: 'environnement',
          title: 'Environment of the tests',
          blocks: [
            'Chromium on Linux, with the keyboard alone, and the accessibility tree that the browser gives to screen readers. The app’s authors made no test with a screen reader itself (NVDA, JAWS, VoiceOver, TalkBack).',
          ],
        },
        {
          id: 'outils',
          title: 'Tools',
          blocks: [
            [
              'axe-core, in both themes',
              'the app’s automatic tests: ways by keyboard, windows from 320 to 1 440 pixels, text at 200 %',
              'the browser’s inspector',
            ],
          ],
        },
        {
          id: 'pages',
          title: 'Pages that were examined',
          blocks: [
            [
              'the login',
              'the creation of an account',
              'the invitation and the welcome to a map',
              'the list of maps',
              'the map with the player',
              'the list of places',
              'the information about a map',
              'the settings of a map',
              'My drops',
              'the recording of a drop',
              'the editor of places',
              'the profile, “About Drop ici”, the terms of use and this statement',
            ],
          ],
        },
      ],
    },
    {
      id: 'contact',
      title: 'Feedback and contact',
      blocks: [
        'If you cannot reach some content or a service, you can contact the people responsible for Drop ici, who will show you an accessible alternative or give you the content in another form: {associationContact}',
      ],
      sections: [],
    },
    {
      id: 'recours',
      title: 'Remedies',
      blocks: [
        'Use this procedure if you have told the people responsible for the site about an accessibility fault that keeps you from some content or a service, and have not had a satisfactory answer. You can:',
        [
          'write to the Defender of Rights (“Défenseur des droits”): https://formulaire.defenseurdesdroits.fr/',
          'contact the Defender’s delegate in your region: https://www.defenseurdesdroits.fr/saisir/delegues',
          'send a letter (free of charge, without a stamp): Défenseur des droits, Libre réponse 71120, 75342 Paris CEDEX 07, France.',
        ],
      ],
      sections: [],
    },
  ];
}

export const english = { text: declarationText } satisfies ShownDeclaration;
