import { afterEach, expect, test } from 'vitest';
import { storeLinkedLanguage } from '../../../app/page/language.ts';
import { storage } from '../../../app/platform/storage/storage.ts';

const before = location.href;
afterEach(() => {
  history.replaceState(history.state, '', before);
  storage.forget('tellingChoice');
});

test.each([
  ['?lang=de', { language: 'de', kind: 'easy' }],
  ['?lang=EN-gb', { language: 'en', kind: 'easy' }],
  ['?lang=<b>', { language: 'fr', kind: 'easy' }],
  ['', { language: 'fr', kind: 'easy' }],
])('a link with %j asks for the stories in its language, and keeps their kind', (query, wanted) => {
  storage.write('tellingChoice', { language: 'fr', kind: 'easy' });
  history.replaceState(history.state, '', `${location.pathname}${query}`);
  storeLinkedLanguage();
  expect(storage.read('tellingChoice')).toEqual(wanted);
});

test('a language that was chosen after such a link stays when the page is loaded again', () => {
  history.replaceState(history.state, '', `${location.pathname}?place=3&lang=de#list`);
  storeLinkedLanguage();
  expect(location.search + location.hash).toBe('?place=3#list');
  storage.write('tellingChoice', { language: 'fr', kind: 'standard' });
  storeLinkedLanguage();
  expect(storage.read('tellingChoice')?.language).toBe('fr');
});
