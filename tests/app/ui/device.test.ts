import { expect, test } from 'vitest';
import { readSources } from '../../architecture/sources.ts';

/** The current device, called a phone. */
const THIS_PHONE =
  /\b(?:ce|le|du|au|mon|votre|this|your|the)(?:\s|\\u00a0)+(?:téléphone|smartphone|portable|mobile|phone)\b/iu;
/** The camera of another device, with which a person scans a code on a poster or a screen. */
const OTHER_PHONE = /appareil photo de votre téléphone|your phone’s camera/g;

test('texts that are also read on a desk or a tablet mention no phone', () => {
  const texts = readSources(['app']).flatMap(({ path, code }) =>
    code.split('\n').map((line) => ({ path, line: line.replace(OTHER_PHONE, '') })),
  );
  expect(texts.length).toBeGreaterThan(10_000);
  expect(texts.filter(({ line }) => THIS_PHONE.test(line))).toEqual([]);
});
