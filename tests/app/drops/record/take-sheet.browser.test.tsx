import { ref } from 'valtio';
import { beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { startDrops } from '../../../../app/drops/drop-services.ts';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { outboxStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { recordStrings } from '../../../../app/drops/record/record-words.ts';
import { recorder } from '../../../../app/drops/record/recorder.ts';
import { TakeSheet } from '../../../../app/drops/record/take-sheet.tsx';
import {
  forgetTakes,
  openLeft,
  saveTake,
  type Take,
  takes,
  takeUp,
  titleTake,
} from '../../../../app/drops/record/takes.ts';
import { places } from '../../../../app/places/places.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { faultsHere } from '../../../support/accessibility/axe-here.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { forgetKept } from '../../../support/page/kept-drops.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';

const words = recordStrings;
const found: Take = {
  id: 'none',
  origin: 'found',
  itemId: null,
  title: 'Le vent',
  atMs: Date.UTC(2026, 4, 3, 12),
  userId: UserId.parse(1),
  destination: { parcoursId: ParcoursId.parse(1), position: [2.34, 48.85] },
  note: null,
};
const note = {
  ...{ mapId: ParcoursId.parse(1), position: [2.34, 48.85] as [number, number], title: '' },
  ...{ startedAtMs: 1, userId: found.userId, sessionId: null, pinned: null },
};
const root = rootPerTest('main', async () => {
  scope.dispose();
  forgetTakes();
  await forgetKept();
  recorder.fault = null;
  vi.unstubAllGlobals();
});
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  answerCalls({});
  startDrops(scope, found.userId);
});

/** Opens a recording that is not on this device. */
function show(take: Take): void {
  if (take.origin === 'fresh') takeUp({ id: take.id, note, fault: null });
  else openLeft(take);
  if (takes.open !== null) root.render(<TakeSheet open={takes.open} />);
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

it('says when a found recording was made, and that it is in another tab or gone', async () => {
  show(found);
  const popup = page.getByRole('dialog', { name: words.found });
  await expect.element(popup).toBeVisible();
  await expect.element(page.getByText(/^Enregistré le 3 mai 2026/)).toBeVisible();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.gone);
  await expect.element(page.getByLabelText(dropStrings.name)).toHaveValue('Le vent');
  await expect.element(button(dropStrings.save)).toBeDisabled();
  expect(await faultsHere()).toEqual([]);
});

it('says why a recording could not be stored and why it ended; saving is disabled', async () => {
  recorder.fault = { why: 'too-long', longestS: 6 * 3600 };
  show({ ...found, origin: 'fresh' });
  await expect.element(page.getByText(words.tooLong('6\u00a0h'))).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: words.title })).toBeVisible();
  await expect.element(page.getByText(outboxStrings.notStored).or(page.getByText(words.gone))).toBeVisible();
  await expect.element(button(dropStrings.retry)).toBeVisible();
  await expect.element(button(dropStrings.save)).toBeDisabled();
  await expect.element(button(words.redo)).toBeDisabled();
});

it('says which audio a recording replaces, and gives that drop no other title', async () => {
  const pinned = { geometry: { type: 'Point', coordinates: [2.34, 48.85] }, placeId: 9, pendingId: null } as const;
  const media = { data: { link: '/v1/audio/a', length: 4, peaks: null, rendition: null, loudness: null } };
  places.list = ref([listedPlace(PlaceId.parse(9), { appelation: 'Le pont', media })]);
  takeUp({
    id: 'none',
    note: { ...note, pinned: { ...pinned, placeId: PlaceId.parse(9), plannedId: null } } as never,
    fault: null,
  });
  if (takes.open !== null) root.render(<TakeSheet open={takes.open} />);
  await expect.element(page.getByRole('dialog', { name: dropStrings.replaceTitle })).toBeVisible();
  await expect.element(page.getByText(dropStrings.replaces('Le pont'))).toBeVisible();
  expect(page.getByLabelText(dropStrings.name).elements()).toEqual([]);
  // Once it has come, nothing moves the buttons any more.
  await expect.element(page.getByRole('alert')).toBeVisible();
  await button(strings.app.close).click();
  await expect.element(page.getByText(words.onlyTakeText(false, words.soundStays))).toBeVisible();
  await button(words.keep).click();
  places.list = ref([listedPlace(PlaceId.parse(9), { appelation: 'Le pont', media: null })]);
  if (takes.open !== null) titleTake(takes.open, 'Le vieux pont');
  const withTitle = dropStrings.withSound('Le vieux pont', false);
  await expect.element(page.getByText(`${dropStrings.completes('Le pont')} ${withTitle}`)).toBeVisible();
  places.list = ref([]);
});

it('says that the place of a recording from a crash is unknown', async () => {
  show({ ...found, destination: null });
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.gone);
  if (takes.open !== null) await saveTake(takes.open);
  await expect.element(page.getByText(words.unplaced)).toBeVisible();
});

it('asks before closing whether to continue, keep it for later, or delete it', async () => {
  show(found);
  await expect.element(page.getByRole('alert')).toBeVisible();
  await button(strings.app.close).click();
  await expect.element(page.getByRole('dialog', { name: words.closeTitle })).toBeVisible();
  await expect.element(page.getByText(words.closeText)).toBeVisible();
  await button(words.keep).click();
  await expect.element(page.getByRole('dialog', { name: words.found })).toBeVisible();
  await button(strings.app.close).click();
  await expect.element(button(words.discard)).toBeVisible();
  await button(words.later).click();
  await expect.poll(() => takes.open).toBeNull();
  expect(recorder.phase).toBe('idle');
});
