import { ref } from 'valtio';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import type { ToldStory } from '../../../app/platform/storage/stored-values.ts';
import { walkNote } from '../../../app/platform/storage/tab-notes.ts';
import { moveBy } from '../../../app/position/coordinates.ts';
import { location } from '../../../app/position/location.ts';
import { RestartQuestion } from '../../../app/shell/questions.tsx';
import { endWalk, listening, startListening } from '../../../app/walk/listening.ts';
import { followNext } from '../../../app/walk/nearby/next-story.ts';
import { readySheet, showReadySheet } from '../../../app/walk/walk-dialogs.ts';
import { WalkPill } from '../../../app/walk/walk-pill.tsx';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { readyStrings } from '../../../app/walk/ready/ready-words.ts';
import type { Geometry } from '../../../contracts/geo.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const root = rootPerTest('main', () => {
  endWalk();
  scope.dispose();
  places.list = ref([]);
  location.fix = null;
  storage.forgetAll();
  walkNote.forget();
});
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  places.list = ref([listedPlace(1, { media: { data: mediaLink() } })]);
  root.render(
    <>
      <WalkPill />
      <RestartQuestion />
    </>,
  );
});

/** The device's data about a walk on 12 May 2024. */
function listen({ heard, unfinished }: { readonly heard: number[]; readonly unfinished: number[] }): void {
  const userId = UserId.parse(7);
  storage.write('currentUser', { id: userId, name: 'Ana', email: 'ana@example.org', role: 'user', picture: null });
  const told = { userId, mapId: ParcoursId.parse(1), whenMs: new Date(2024, 4, 12, 15).getTime(), isOnSite: true };
  const story = (id: number, isHeard: boolean): ToldStory => ({
    ...{ ...told, placeId: PlaceId.parse(id), isHeard, atMs: 16_000, parts: [[0, 16_000]] },
  });
  storage.write('toldStories', [...heard.map((id) => story(id, true)), ...unfinished.map((id) => story(id, false))]);
  scope.dispose();
  scope = new Scope();
  startListening(scope);
  const media = { data: mediaLink() };
  places.list = ref([1, 2, 3].map((id) => listedPlace(id, { media })));
}

const start = page.getByRole('button', { name: 'Commencer la balade' });
const stop = page.getByRole('button', { name: 'Terminer la balade' });

describe('the button that starts a walk', () => {
  it('passes the focus to the button that ends it, and back', async () => {
    await expect.element(start).toBeVisible();
    await userEvent.tab();
    await expect.element(start).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(stop).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(start).toHaveFocus();
  });

  it('is not offered where nothing can be heard', async () => {
    await expect.element(start).toBeVisible();
    places.list = ref([listedPlace(1)]);
    await expect.element(start).not.toBeInTheDocument();
  });

  it('is beside the button that checks first whether all is ready', async () => {
    await page.getByRole('button', { name: readyStrings.openLong }).click();
    expect(readySheet.isOpen).toBe(true);
    showReadySheet(false);
  });

  it('resumes the walk of another day with what was heard, or restarts it on request', async () => {
    listen({ heard: [1], unfinished: [2] });
    const goOn = page.getByRole('button', { name: /^Continuer la balade du 12 mai 2024 \(1 sur 3\)$/ });
    await expect.element(goOn).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
    await goOn.click();
    await expect.element(page.getByText('histoires écoutées 1 sur 3')).toBeVisible();
    await stop.click();
    await page.getByRole('button', { name: 'Recommencer depuis le début' }).click();
    expect(listening.walk.heard).toHaveLength(1);
    await page.getByRole('button', { name: 'Recommencer', exact: true }).click();
    await expect.element(start).toBeVisible();
    expect(listening.walk).toMatchObject({ heard: [], unfinished: [] });
    expect(storage.read('toldStories')).toEqual([]);
  });

  it('restarts a fully heard walk on request', async () => {
    listen({ heard: [1, 2, 3], unfinished: [] });
    const anew = page.getByRole('button', { name: 'Recommencer depuis le début' });
    await anew.click();
    await page.getByRole('button', { name: 'Annuler' }).click();
    expect(listening.walk).toMatchObject({ onSite: false });
    expect(listening.walk.heard).toHaveLength(3);
    await anew.click();
    await page.getByRole('button', { name: 'Recommencer', exact: true }).click();
    await expect.element(stop).toBeVisible();
    expect(listening.walk).toMatchObject({ onSite: true, heard: [] });
  });

  it('shows the whole name of the next place in few lines on a phone with text of 130 %', async () => {
    await page.viewport(390, 844);
    document.documentElement.style.fontSize = '130%';
    onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
    followNext(scope);
    const here = { lng: 2.3425, lat: 48.8565 };
    const there = moveBy(here, [0, 112]);
    const feature: Geometry = { type: 'Point', coordinates: [there.lng, there.lat] };
    places.list = ref([listedPlace(1, { appelation: 'Façade de Notre-Dame', media: { data: mediaLink() }, feature })]);
    location.fix = { ...here, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 0 };
    await start.click();
    const words = page.getByText('Ensuite à 112 m : Façade de Notre-Dame');
    await expect.element(words).toBeVisible();
    await document.fonts.ready;
    const line = words.element().parentElement as HTMLElement;
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = line;
    expect([scrollHeight, scrollWidth]).toEqual([clientHeight, clientWidth]);
    const lineHeightPx = Number.parseFloat(getComputedStyle(line).lineHeight);
    expect((line.parentElement as HTMLElement).clientHeight / lineHeightPx).toBeLessThan(4.5);
  });

  it('claims neither a place nor a walk while the position is unknown', async () => {
    await start.click();
    await expect.element(page.getByRole('status')).toHaveTextContent('Position inconnue');
  });
});
