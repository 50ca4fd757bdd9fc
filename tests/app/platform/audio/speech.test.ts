import { expect, it } from 'vitest';
import { splitText } from '../../../../app/platform/audio/speech.ts';

it('a text is spoken sentence by sentence, and a long sentence in parts that end between words', () => {
  expect(splitText('Un moulin. Il tourne ! Vraiment…\nOui', 40)).toEqual([
    'Un moulin.',
    'Il tourne !',
    'Vraiment…',
    'Oui',
  ]);
  expect(splitText('un deux trois quatre cinq', 10)).toEqual(['un deux', 'trois', 'quatre', 'cinq']);
  expect(splitText('x'.repeat(25), 10)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
  expect(splitText(' \n ')).toEqual([]);
});
