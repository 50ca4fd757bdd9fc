import { ref } from 'valtio';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { foundAddress, markAddress } from '../../../../app/map/search/found-address.ts';
import { SearchBar } from '../../../../app/map/search/search-bar.tsx';
import { searchStrings } from '../../../../app/map/search/search-words.ts';
import { places } from '../../../../app/places/places.ts';
import { createGeocoder } from '../../../../app/platform/net/geocoder.ts';
import { words as said } from '../../../../app/tellings/words.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import type { Place } from '../../../../contracts/place.ts';
import { writeWebVtt } from '../../../../contracts/web-vtt.ts';
import { parcoursWords, placeWords, telling } from '../../../support/samples/tellings.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { faultsHereInBothLooks } from '../../../support/accessibility/axe-here.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';

const words = searchStrings;
const bridge: Place = listedPlace(1, {
  appelation: 'Pont-Neuf',
  feature: { type: 'Point', coordinates: [2.341, 48.857] },
});
const found = (coordinates: [number, number], name: string) => ({
  ...{ type: 'Feature', geometry: { type: 'Point', coordinates } },
  properties: { name },
});
const LOUVRE = found([2.33764, 48.86061], 'Musée du Louvre');
const LYON = found([4.83201, 45.75781], 'Place Bellecour');

/** A request as the geocoder receives it. */
interface Asked {
  readonly text: string | null;
  readonly limit: string | null;
  readonly signal: AbortSignal | null | undefined;
}

const heard = { onPlace: vi.fn(), onSaid: vi.fn(), onAddress: vi.fn(), onClose: vi.fn() };
const root = rootPerTest('main', () => {
  places.list = ref([]);
});
let asked: Asked[];
let answer: (asked: Asked) => Response | Promise<Response>;
const knows = (...features: unknown[]) => {
  answer = () => Response.json({ features });
};
const fails = () => {
  answer = () => new Response('', { status: 503, statusText: 'Service Unavailable' });
};

beforeEach(async () => {
  vi.clearAllMocks();
  asked = [];
  knows(LOUVRE, LYON);
  vi.stubGlobal('fetch', async (url: URL, { signal }: RequestInit) => {
    const question = { text: url.searchParams.get('q'), limit: url.searchParams.get('limit'), signal };
    asked.push(question);
    return answer(question);
  });
  places.list = ref([bridge]);
  root.render(
    <SearchBar geocoder={createGeocoder(async () => 'https://geocoder.example/api/')} requests={0} {...heard} />,
  );
  await expect.element(box).toHaveFocus();
});

const box = page.getByRole('combobox');
const option = (name: string) => page.getByRole('option', { name });
const alert = page.getByRole('alert');
const retry = alert.getByRole('button', { name: strings.app.retry });
const options = () => page.getByRole('option').elements().length;

describe('the search', () => {
  it('removes the pin of the previous address once another text is typed', async () => {
    markAddress({ name: 'Musée du Louvre', position: [2.33764, 48.86061] });
    await box.fill('P');
    expect(foundAddress.shown).toBeNull();
  });

  it('closes its list by Escape, then clears its text, then reports nothing left to close', async () => {
    await userEvent.keyboard('pont');
    await expect.element(option('Pont-Neuf')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveAttribute('aria-expanded', 'false');
    await expect.element(box).toHaveValue('pont');
    await userEvent.keyboard('{Escape}');
    await expect.element(box).toHaveValue('');
    expect(heard.onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(heard.onClose).toHaveBeenCalledOnce();
  });

  it('suggests nothing up to two characters, without any request', async () => {
    await userEvent.keyboard('po');
    expect(options()).toBe(0);
    await userEvent.keyboard('n');
    await expect.element(option('Pont-Neuf')).toBeVisible();
    await expect.element(option('Musée du Louvre')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    expect(await faultsHereInBothLooks()).toEqual([]);
    await userEvent.keyboard('{Backspace}');
    await expect.element(box).toHaveValue('po');
    expect(options()).toBeGreaterThan(0);
    await userEvent.keyboard('{Backspace}');
    await expect.poll(options).toBe(0);
    expect(asked.map(({ text }) => text)).toEqual(['pon']);
  });

  it('searches the whole text on Enter for one result, and says if nothing was found', async () => {
    answer = ({ limit }) => Response.json({ features: limit === '1' ? [LYON] : [] });
    await userEvent.keyboard('bellecour lyon{Enter}');
    const lyon = expect.objectContaining({ position: LYON.geometry.coordinates });
    await expect.poll(() => heard.onAddress.mock.calls).toEqual([[lyon]]);
    expect(asked.at(-1)).toMatchObject({ text: 'bellecour lyon', limit: '1' });

    knows();
    await userEvent.fill(box, 'nulle part');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(words.nothing)).toBeVisible();
    expect(heard.onAddress).toHaveBeenCalledOnce();
  });

  it('goes on Enter to the place of that name, however it is written', async () => {
    await userEvent.keyboard('pont-neuf{Enter}');
    expect(heard.onPlace).toHaveBeenCalledExactlyOnceWith(bridge);
    expect(heard.onAddress).not.toHaveBeenCalled();
  });

  it('says why suggestions failed, with a retry', async () => {
    fails();
    await userEvent.keyboard('louvre');
    await expect.element(alert).toHaveTextContent('Failed to get autocomplete data: 503 Service Unavailable');
    expect(await faultsHereInBothLooks()).toEqual([]);
    knows(LOUVRE);
    retry.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(option('Musée du Louvre')).toBeVisible();
    await expect.element(box).toHaveFocus();
  });

  it('says why a search of the whole text failed, with a retry', async () => {
    fails();
    await userEvent.keyboard('louvre{Enter}');
    await expect.element(alert).toHaveTextContent('Failed to get geocoding data: 503 Service Unavailable');
    knows(LOUVRE);
    await retry.click();
    const louvre = expect.objectContaining({ position: LOUVRE.geometry.coordinates });
    await expect.poll(() => heard.onAddress.mock.calls).toEqual([[louvre]]);
  });

  it('cancels an earlier request when typing continues', async () => {
    answer = ({ text }) => (text === 'louvre' ? Response.json({ features: [LOUVRE] }) : new Promise(() => {}));
    await userEvent.keyboard('lou');
    await expect.poll(() => asked.at(-1)?.text).toBe('lou');
    expect(asked[0]?.signal?.aborted).toBe(false);
    await userEvent.keyboard('vre');
    await expect.element(option('Musée du Louvre')).toBeVisible();
    expect(asked[0]?.signal?.aborted).toBe(true);
  });

  it('finds what places say, with the moment, above the addresses', async () => {
    const vtt = writeWebVtt([{ startMs: 151_000, endMs: 153_000, text: 'Sous l’arche du Louvre.' }]);
    const own = parcoursWords(placeWords(bridge.id, telling({ transcript: { vtt, state: 'approved' } })));
    said.byMap = ref(new Map([[own.id, own]]));
    await userEvent.keyboard('louvre');
    const found = option('Pont-Neuf Dit à 2:31 «\u00a0Sous l’arche du Louvre.\u00a0»');
    await expect.element(found).toBeVisible();
    await expect.element(option('Musée du Louvre')).toBeVisible();
    expect(page.getByRole('listbox').element().textContent).toMatch(/^Dans les histoires.*Adresses/);
    await found.click();
    expect(heard.onSaid).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id: bridge.id }),
      expect.objectContaining({ field: 'cue', atMs: 151_000 }),
    );
    said.byMap = ref(new Map());
  });
});
