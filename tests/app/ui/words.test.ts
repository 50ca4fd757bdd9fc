import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../server/project-root.ts';

const APP = join(projectRoot(), 'app');
const SERVER = join(projectRoot(), 'server/domain');

/** Words that French texts don't have. */
const ENGLISH =
  /\b(the|your|please|failed|error|not|with|save|saved|saving|edit|editing|editor|delete|deleted|deletion|load|loaded|loading|log|login|logged|logging|create|created|creating|register|show|hide|listen|listening|stop|map|maps|bundle|tools|settings|home|username|password|confirm|invalid|already|unknown|guest|fellow|title|file|missing|shape|selected|unexpected|answer|unreadable|expired|upload|uploading|located|spoofed|retry|back|cancel|close|empty|too|many|is|are|was)\b/i;

/** The English of the interface, as specified; `*` stands for inserted values. */
const SPECIFIED = new Set([
  // Login and sign-up.
  ...['Password', 'Stay logged in', 'Login', 'Logging in...', 'Register', 'Please fill in all fields'],
  ...['Please enter a valid email address', 'Incorrect email or password', 'Invalid email or password'],
  ...['An error occurred', 'Username', 'Confirm Password', 'Show', 'Hide', 'Create Account', 'Creating...'],
  ...['Email already exists', 'Server error: *', 'Error *: *', 'Invalid email or name '],
  ...['Token expired, please login again.'],
  // Menu, error screens, about, profile.
  ...['Home', 'Maps', 'with love', 'Unexpected Application Error!', 'Page Not Found', 'Located Audio!', 'Log Out'],
  ...['Upload Photo', 'Uploading…', 'No file selected', 'Could not read file', 'Not authenticated', 'Upload failed: *'],
  // Maps screen, a new map, bundles.
  ...['Your Maps', '* map(s)', 'No maps in this bundle', 'Loading bundles and maps...', 'Title', 'Create'],
  ...['Parcours created successfully!', 'Failed to create parcours: *'],
  // The effects of a map's toggles: listen / stop listening, edit / stop editing.
  ...['Listen: *', 'Stop listening: *', 'Edit: *', 'Stop editing: *'],
  // Map and its panes.
  ...['WebGL is not supported by your browser.', 'Map is not supported by this browser', 'MAP SETTINGS'],
  ...['Edit', 'Save', 'Cancel', 'Editor tools', 'Draw tools', 'Editor', 'Fellow Dropper', 'Guest', 'Failed to get map'],
  ...['Failed to update map info: *', 'Error uploading map image: *', 'Error fetching map users: *'],
  ...['Failed to get share link: *', 'Failed to create share link: *'],
  ...['Failed to get geocoding data: *', 'Failed to get autocomplete data: *'],
  // Places and drops.
  ...['Zone title (Map: *)', 'Edit Shape', 'Stop Editing Shape', 'Failed to delete the place: *'],
  ...['Failed to update the place: *', 'Failed to create a new place: *', 'Place ID is not set'],
  ...['No place selected for *', 'No file received', 'No audio URL returned after upload'],
  ...['Invalid FeatureCollection', 'Invalid geometry: null', 'Invalid geometry type: *'],
  ...['Delete', 'Load Audio', 'Missing file or audio length.', 'File type must be one of *', 'Too many files'],
  // Position.
  ...['Geolocation is not supported by your browser', 'Location service error: *', 'Unknown location error'],
  ...['GPS unavailable. Check location services are enabled', 'Location information is unavailable'],
  ...['Location timeout. Try moving to an area with better GPS signal'],
  // Followed by the outcome of the recording, in French.
  ...['Failed to start recording.'],
]);

it('the interface is in French wherever the specification gives no English text', () => {
  /** A French sentence may name a control in brackets, and a product. */
  const withoutNames = (text: string): string =>
    text
      .replace(/ \(([^)]+)\)/g, (named, name: string) => (SPECIFIED.has(name) ? '' : named))
      .replace(/\b(Google My|Organic) Maps\b/g, '');
  const found = listTexts().filter(
    ({ text }) =>
      ENGLISH.test(withoutNames(text)) && !SPECIFIED.has(text) && !SPECIFIED.has(text.replace(/ L’enreg.*/, '')),
  );
  expect(found).toEqual([]);
});

/** Letters, quotes and words that English texts don't have. */
const FRENCH =
  /[àâçéèêëîïôûùœ«»]|\b(le|la|les|une|des|du|et|vous|votre|vos|est|sont|pas|pour|avec|cette|ces|qui|que)\b|\\u00a0[:;?!]/i;

it('the interface, and what the server writes, have no French in English', () => {
  const texts = [...listTexts('-words.en.ts'), ...listTexts('-words.en.ts', SERVER)];
  expect(texts.filter(({ text }) => FRENCH.test(text))).toEqual([]);
});

/** Keys of buttons that change nothing, beside buttons that delete something. */
const SAFE = /^(keep|cancel|stay|.*Deny)$/;

it('a button beside a deleting one says more than "continue"', async () => {
  const vague: string[] = [];
  for (const file of listWords()) {
    const words: unknown = await import(pathToFileURL(join(APP, file)).href);
    vague.push(...findVague({ ...(words as object) }, file));
  }
  expect(vague).toEqual([]);
});

function* findVague(value: unknown, path: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (SAFE.test(key) && inner === 'Continuer') yield `${path}.${key}`;
    yield* findVague(inner, `${path}.${key}`);
  }
}

/** Lists the files with words in French, or in the language of another ending, relative to the folder. */
function listWords(ending = '-words.ts', folder = APP): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith(ending));
  expect(files.length).toBeGreaterThan(2);
  return files;
}

/** Lists every string in those files, with a `*` for each inserted value. */
function listTexts(ending?: string, folder = APP): { file: string; text: string }[] {
  return listWords(ending, folder).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8');
    const code = source.replace(
      /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|import\('.*?'\)|^(import|export) .* from .*$|^\} from .*$/gm,
      '',
    );
    // Types and state names are not texts: they are quoted without a capital or a space. Nor are the keys of a record.
    const literals = code
      .replace(/'[a-z]+(-[a-z]+)+'(?=:)|^\s*'[^']+'(?=:)/gm, '')
      .matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g);
    return [...literals]
      .map(([, single, double, template]) => single ?? double ?? (template ?? '').replace(/\$\{[^}]*\}/g, '*'))
      .filter((text) => /[A-ZÀ-Ý ]/.test(text) || text.length > 10)
      .map((text) => ({ file, text }));
  });
}
