import type { PictureEditWords } from './picture-edit-words.ts';

export const english = {
  title: 'Pictures',
  hint: (most: number) =>
    `Up to ${most} pictures. Where and when they were taken isn’t kept. Their order is that of the place’s page.`,
  empty: 'No pictures yet.',
  list: 'Pictures of the place, in their order',
  add: 'Add pictures, or take one',
  dropNow: 'Drop the pictures here',
  refused: 'These aren’t pictures.',
  formats: 'JPEG, PNG, WebP, AVIF or GIF',
  full: (most: number) => `This place has ${most} pictures, the maximum. Delete one to add another.`,
  skipped: (most: number) => `A place has at most ${most} pictures: the other files weren’t added.`,
  notPicture:
    'This file isn’t a picture that can be read here. A HEIC photo of an iPhone must become a JPEG first: Settings > Camera > Formats > Most Compatible.',
  uploads: 'Pictures on their way',
  waiting: 'Waiting',
  sending: 'Sending',
  making: 'Preparing the sizes',
  cancel: 'Cancel',
  retry: 'Try again',
  failed: (name: string, text: string) => `${name} isn’t added. ${text}`,
  added: (count: number) => `Picture added: ${count} in all.`,
  number: (number: number) => `Picture ${number}`,
  missing: 'Picture not available at the moment',
  undescribed: 'No description',
  description: 'Description',
  descriptionHint:
    'For people who don’t see the picture: what it shows that matters to the story. Empty if it only decorates.',
  credit: 'Credit',
  creditHint: 'Author, source, licence',
  creditFailed: (text: string) => `The credit isn’t saved. ${text}`,
  up: (number: number) => `Move picture ${number} up`,
  down: (number: number) => `Move picture ${number} down`,
  moved: (number: number, count: number) => `Picture moved: ${number} of ${count}.`,
  orderFailed: (text: string) => `The order isn’t saved. ${text}`,
  remove: (number: number) => `Delete picture ${number}`,
  removeQuestion: {
    title: 'Delete this picture?',
    description: 'It disappears from all versions of the place, with its descriptions.',
    confirm: 'Delete',
  },
} satisfies PictureEditWords;
