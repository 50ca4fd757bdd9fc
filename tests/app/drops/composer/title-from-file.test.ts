import { expect, test } from 'vitest';
import { titleFromFile } from '../../../../app/drops/composer/title-from-file.ts';
import { TEXT_LINE_MAX } from '../../../../contracts/limits.ts';

test.each([
  ['le_vieux_pont.mp3', 'le vieux pont'],
  ['Le-marché-aux-fleurs.m4a', 'Le marché aux fleurs'],
  ['Entretien Jean-Pierre, 2e partie.wav', 'Entretien Jean-Pierre, 2e partie'],
  ['  Notre-Dame _ vue du parvis  .opus', 'Notre-Dame vue du parvis'],
  ['Point 0.5.flac', 'Point 0.5'],
  ['1789.ogg.mp3', '1789.ogg'],
  ['Audio guide.mp4', 'Audio guide'],
  ['La voix du fleuve', 'La voix du fleuve'],
  ['Étape 2.1', 'Étape 2.1'],
  ['Balade 3.qta', 'Balade 3'],
  ['e\u0301glise.caf', 'église'],
])('%s proposes "%s"', (fileName, title) => {
  expect(titleFromFile(fileName)).toBe(title);
});

test.each([
  'AUD-20240512-WA0003.opus',
  'PTT-20240512-WA0003.opus',
  'WhatsApp Audio 2024-05-12 at 10.11.12.ogg',
  'Nouvel enregistrement 12.m4a',
  'New Recording.m4a',
  'Recording (3).wav',
  'Enregistrement 2024-05-12.m4a',
  'Voice 001.m4a',
  'Voix 001.aac',
  'Nouvel enregistrement 3.qta',
  '1000012345',
  'msf:1000',
  'VID_20240512_101112.mp4',
  'IMG_0042.mp4',
  'REC001.wav',
  '20240512_101112.mp3',
  '0c6e1f3a-9f0b-4f0a-8b7e-0d9a6f1c2b3d.webm',
  '.mp3',
  '___.wav',
])('%s is meaningless, and proposes nothing', (fileName) => {
  expect(titleFromFile(fileName)).toBe('');
});

test('a proposed title is at most as long as a title may be', () => {
  expect(titleFromFile(`${'long '.repeat(100)}.mp3`).length).toBeLessThanOrEqual(TEXT_LINE_MAX);
});
