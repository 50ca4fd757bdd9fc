import type { OpeningWords } from './opening-words.ts';

/** The words for opening a parcours to people without an account, in English. */
export const english: OpeningWords = {
  openingStrings: {
    part: 'Map open to everybody',
    who: 'Who may listen to this map',
    members: 'Its members',
    membersHint: 'With an account or an invitation.',
    link: 'Everybody who has the link',
    linkHint: 'Without an account, and in no list.',
    unlisted:
      'Neither the catalogue nor search engines show it, but it is no secret: the code of any of its places leads there, too.',
    catalogue: 'Everybody, in the catalogue',
    catalogueHint: 'Without an account. It is also found by searching.',
    address: 'Address',
    addressHint: (start: string) => `After ${start}: small letters without accents, digits and hyphens.`,
    becomesPublic:
      'Everybody will see the map’s name, description and picture, and the places of all its members, with their voices, texts and pictures. The names of their authors are not shown. What waits for an approval, is hidden or reported stays hidden.',
    oldAddress: (most) =>
      `The old address, even if printed already, will lead here while the map is open to everybody. The last ${most} addresses are kept.`,
    closes: 'The address will no longer lead to the map. It stays reserved for it.',
    save: 'Save who may listen',
    saved: 'Saved',
    invalid: 'Between 3 and 60 small letters without accents, digits and hyphens.',
    taken: 'This address is already taken.',
    publicLink: 'Public address',
    publicLinkHint: 'It leads to the map’s page, and from there to the stories, without an account.',
    elsewhere: 'Podcasts and other sites',
    feed: 'Address of the podcast',
    feedHint: 'Podcast apps find the stories there, in the map’s order.',
    frame: 'Code for another site',
    frameHint: 'Pasted into a page, it shows the stories there to listen to.',
  },
};
