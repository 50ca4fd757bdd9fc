import { ref } from 'valtio';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { PlaceList } from '../../../app/map/list/place-list.tsx';
import { SearchBar } from '../../../app/map/search/search-bar.tsx';
import { searchStrings } from '../../../app/map/search/search-words.ts';
import { ParcoursSummary } from '../../../app/parcours/information/parcours-summary.tsx';
import { places } from '../../../app/places/places.ts';
import { createGeocoder } from '../../../app/platform/net/geocoder.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { PlacePagePart } from '../../../app/shell/place-page-part.tsx';
import { chooseTelling } from '../../../app/tellings/choice.ts';
import { PageButton, PageLine } from '../../../app/tellings/page-button.tsx';
import { ParcoursAbout } from '../../../app/tellings/parcours-about.tsx';
import { useParcoursName } from '../../../app/tellings/parcours-name.ts';
import { picturesStrings } from '../../../app/tellings/pictures/pictures-words.ts';
import { words } from '../../../app/tellings/words.ts';
import { choosePlace, startListening } from '../../../app/walk/listening.ts';
import { StoryPlayer } from '../../../app/walk/story-player.tsx';
import { PICTURES_MAX } from '../../../contracts/limits.ts';
import { type ParcoursWords, WebLink } from '../../../contracts/telling.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { writeWebVtt } from '../../../contracts/web-vtt.ts';
import { findHarm, HARM_IN_HTML, provokeHarm, watchForHarm } from '../../support/hostile/harm.ts';
import { HOSTILE_TEXTS } from '../../support/hostile/hostile-texts.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';
import { drawnPicture } from '../../support/samples/picture.ts';
import { placeWords, telling } from '../../support/samples/tellings.ts';

/** Parcours, of which each has the same number of texts, places and pages: one page. */
const PARCOURS = 25;
const OWN = HOSTILE_TEXTS.length / PARCOURS;
const count = (selector: string): number => document.querySelectorAll(selector).length;
const hostile = (at: number): string => HOSTILE_TEXTS[at % HOSTILE_TEXTS.length] ?? '';

/** Links that the contract accepts, with the hostile texts in their paths. */
const links = HOSTILE_TEXTS.map((text) => `https://example.org/${text.replace(/\s/g, '')}`).filter(
  (link) => WebLink.safeParse(link).success,
);
const parcoursIds = Array.from({ length: PARCOURS }, (_, at) => ParcoursId.parse(at + 1));
/** The places that have a page: the first of each parcours. */
const pageIds = parcoursIds.map((_, at) => PlaceId.parse(at * OWN + 1));

/** What a parcours says, in each of its fields. Its places from the second on say no more than their names. */
function hostileWords(at: number): ParcoursWords {
  const own = Array.from({ length: OWN }, (_, index) => hostile(at * OWN + index));
  const [first = '', second = '', third = '', ...more] = own;
  const cues = own.map((text, index) => ({
    startMs: 1000 * index,
    endMs: 1000 * index + 900,
    text,
    voice: hostile(at * OWN + index + 1),
  }));
  const raw = own.map((text, index) => `00:${index + 30}.000 --> 00:${index + 30}.900\n<v ${second}>${text}\n`);
  const pictures = own
    .slice(-PICTURES_MAX)
    .map((credit, index) => drawnPicture(at * PICTURES_MAX + index + 1, { credit }));
  const described = pictures.map(({ id }, index) => ({ id, description: hostile(at * OWN + index) }));
  const said = placeWords(
    at * OWN + 1,
    telling({
      text: own.join('\n\n'),
      link: links[at * Math.floor(links.length / PARCOURS)] ?? null,
      transcript: { vtt: `${writeWebVtt(cues)}\n${raw.join('\n')}`, state: 'draft' },
    }),
    telling({ language: 'en', name: first, pictures: described }),
  );
  const [authors, surface, toilets, transport, emergency] = more;
  const facts = { authors, surface, toilets, transport, emergency: `15 ${emergency}` };
  const about = { language: 'fr', facts, translations: [{ language: 'en', name: second, description: third }] };
  return { id: ParcoursId.parse(at + 1), about, places: [{ ...said, pictures }] };
}

function Named({ id }: { readonly id: ParcoursId }) {
  const parcours = { id, name: hostile(id), description: hostile(id + 1), image_url: null };
  return <ParcoursSummary parcours={parcours} named={useParcoursName(parcours)} places="" isEditable={false} />;
}

let scope: Scope;
const root = rootPerTest('main', () => {
  scope.dispose();
  words.byMap = ref(new Map());
  places.list = ref([]);
  storage.forget('tellingChoice');
  chooseTelling({ language: null, kind: 'standard' });
});

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  chooseTelling({ language: 'en', kind: 'standard' });
  places.list = ref(
    HOSTILE_TEXTS.map((appelation, at) =>
      listedPlace(at + 1, { appelation, map: { id: ParcoursId.parse(Math.floor(at / OWN) + 1) } }),
    ),
  );
  words.byMap = ref(new Map(parcoursIds.map((id, at) => [id, hostileWords(at)])));
});

test('no text of a place, a parcours or a picture does harm in any field', async () => {
  // Links to anything but the web don't get here.
  expect(HOSTILE_TEXTS.filter((text) => WebLink.safeParse(text).success)).toEqual([]);
  watchForHarm();
  root.render(
    <>
      <PlaceList view={null} open isDocked renderBeside={(place) => <PageButton place={place} />} onClose={() => {}} />
      {parcoursIds.map((id) => (
        <section key={id}>
          <Named id={id} />
          <ParcoursAbout parcoursId={id} />
        </section>
      ))}
      {pageIds.map((id) => (
        <PlacePagePart key={id} placeId={id} isDocked />
      ))}
    </>,
  );
  await expect.poll(() => count('[data-cue]')).toBeGreaterThan(HOSTILE_TEXTS.length);
  await expect.poll(() => count('figcaption')).toBe(PARCOURS * PICTURES_MAX);
  expect([count('dl'), count('article > a')]).toEqual([PARCOURS, PARCOURS]);
  // Some payloads have a number of their own.
  expect(count('[href^="tel:"]')).toBeGreaterThanOrEqual(PARCOURS);
  // The panels lie one on the other.
  const opener = page
    .getByRole('button', { name: picturesStrings.enlarge(1, PICTURES_MAX) })
    .first()
    .element();
  if (opener instanceof HTMLElement) opener.click();
  const viewer = page.getByRole('dialog', { name: picturesStrings.title(PICTURES_MAX, PICTURES_MAX) });
  await userEvent.keyboard('{ArrowLeft}{End}');
  await expect.element(viewer).toBeVisible();
  await provokeHarm();
  expect(findHarm()).toEqual([]);

  const found = HOSTILE_TEXTS.slice(0, 9).map((name) => ({
    ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [2.3, 48.8] } },
    properties: { name, city: name },
  }));
  vi.stubGlobal('fetch', async () => Response.json({ features: found }));
  root.render(
    <>
      <SearchBar
        geocoder={createGeocoder(async () => 'https://geocoder.example/api/')}
        requests={0}
        {...{ onPlace: () => {}, onSaid: () => {}, onAddress: () => {}, onClose: () => {} }}
      />
      <StoryPlayer renderNote={({ id }) => <PageLine placeId={id} />} />
    </>,
  );
  for (const id of pageIds.slice(0, 5)) {
    choosePlace(id);
    await expect.poll(() => document.querySelector('[data-phase] h2')?.textContent).toBe(hostile(id - 1).trim());
  }
  await page.getByRole('combobox', { name: searchStrings.label }).fill('struck');
  await expect.element(page.getByText(searchStrings.inStories)).toBeVisible();
  await expect.poll(() => count('[role=option]')).toBeGreaterThan(5);
  expect(findHarm()).toEqual([]);
  // Found at the geocoder alone.
  await page.getByRole('combobox', { name: searchStrings.label }).fill('adresse');
  await expect.element(page.getByText(searchStrings.inStories)).not.toBeInTheDocument();
  await expect.poll(() => count('[role=option]')).toBeGreaterThan(1);
  vi.unstubAllGlobals();
  await provokeHarm();
  expect(findHarm()).toEqual([]);

  // The same look finds what HTML would do.
  document.body.insertAdjacentHTML('beforeend', HARM_IN_HTML.html);
  await expect.poll(findHarm).toEqual(HARM_IN_HTML.found);
});
