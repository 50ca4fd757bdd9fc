import { ref } from 'valtio';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  batch,
  closeBatch,
  forgetWalk,
  placeCurrent,
  queueBatch,
  readWalks,
  removeFile,
  startPlacing,
} from '../../../../app/drops/batch/batch.ts';
import { batchStrings as words } from '../../../../app/drops/batch/batch-words.ts';
import { DropArea } from '../../../../app/drops/batch/drop-area.tsx';
import { placeTapped, placing } from '../../../../app/drops/batch/picked-files.ts';
import { endUpload, uploads } from '../../../../app/drops/composer/uploads.ts';
import { outbox, startDrops } from '../../../../app/drops/drop-services.ts';
import { DropTool } from '../../../../app/drops/drop-tool.tsx';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { hidePublished, published } from '../../../../app/drops/outbox/published-chip.tsx';
import { recorder } from '../../../../app/drops/record/recorder.ts';
import { notices } from '../../../../app/page/notice-queue.ts';
import { parcours } from '../../../../app/parcours/parcours.ts';
import { ACCEPTED_ENDINGS } from '../../../../app/platform/audio/audio-files.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { openOutboxStore } from '../../../../app/platform/storage/outbox-store.ts';
import { rehearsalStrings } from '../../../../app/rehearsal/rehearsal-words.ts';
import { session } from '../../../../app/session/session.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import { faultsHereInBothLooks } from '../../../support/accessibility/axe-here.ts';
import { missedByTabHere, screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { wavOf } from '../../../support/audio/wav-bytes.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { forgetKept } from '../../../support/page/kept-drops.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';

const quay = { id: ParcoursId.parse(1), name: 'Le quai', description: '', privilege: 'drop' as const };
const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const START_MS = Date.UTC(2026, 4, 12, 12);
const MINUTE_MS = 60_000;
const CENTRE: [number, number] = [2.35, 48.86];

const root = rootPerTest('main', async () => {
  closeBatch();
  endUpload();
  await forgetKept();
});
let scope: Scope;
beforeEach(async () => {
  await page.viewport(390, 844);
  scope = new Scope();
  answerCalls({});
  session.user = ana;
  Object.assign(parcours, { list: ref([quay]), selectedIds: [quay.id], beingCreated: null });
  startDrops(scope, ana.id);
  root.render(
    <DropArea className="map">
      <h1>Le quai</h1>
      <div style={{ blockSize: '90vh' }} />
      <DropTool readCentre={() => CENTRE} onAiming={() => {}} onShowBox={() => {}} />
    </DropArea>,
  );
  await expect.element(page.getByRole('heading', { name: 'Le quai' })).toBeVisible();
});
afterEach(() => {
  scope.dispose();
  hidePublished();
  session.user = null;
  notices.shown = [];
  Object.assign(parcours, { list: ref([]), selectedIds: [] });
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
/** Each is named after its file. */
const plays = page.getByRole('button', { name: new RegExp(dropStrings.play) });
const sheet = (count: number) => page.getByRole('dialog', { name: words.title(count) });
const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByLabelText(words.titleOf(name)) });

function voice(name: string, minute = 0): File {
  const samples = Int16Array.from({ length: 44_100 }, (_, at) => (at % 100) * 100);
  return new File([wavOf(samples)], name, { type: 'audio/wav', lastModified: START_MS + minute * MINUTE_MS });
}

/** The GPX of a walk of ten minutes to the east. */
function gpx(name = 'marche.gpx', minute = 0): File {
  const points = Array.from({ length: 61 }, (_, step) => {
    const time = new Date(START_MS + minute * MINUTE_MS + step * 10_000).toISOString();
    return `<trkpt lat="48" lon="${2 + step * 1e-4}"><time>${time}</time></trkpt>`;
  });
  return new File([`<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`], name);
}

/** Records all queued drops as sent, and lets the outbox look at them again. */
async function haveSent(): Promise<void> {
  const store = openOutboxStore();
  for (const [index, { id, title }] of outbox.items.entries()) {
    const sent = { placeId: PlaceId.parse(index + 1), isSent: true, serverTitle: title, nextTryMs: 0 };
    await store.change(id, (record) => ({ ...record, ...sent }));
  }
  store.close();
  dispatchEvent(new Event('online'));
}

/** Drops files on the map, as from another window. */
function drop(...files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  for (const type of ['dragenter', 'dragover', 'drop']) {
    const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
    document.querySelector('.map')?.dispatchEvent(event);
  }
}

it('several files get titles and places one after the other, and wait on the device once they are left', async () => {
  drop(voice('10_le_puits.wav'), voice('2_le_four.wav'), new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' }));
  await expect.element(sheet(3)).toBeVisible();
  await expect.element(page.getByLabelText(words.titleOf('2_le_four.wav'))).toHaveValue('2 le four');
  await expect.element(page.getByRole('alert')).toHaveTextContent(dropStrings.typeMustBe(ACCEPTED_ENDINGS));
  await expect.element(plays.nth(1)).toBeEnabled();
  await expect.element(button(words.queue(0))).toBeDisabled();
  await expect.element(page.getByText(words.noneReady)).toBeVisible();
  await expect.element(button(dropStrings.actOf(words.placeOne, '10_le_puits.wav'))).toBeVisible();
  await page.getByLabelText(words.titleOf('2_le_four.wav')).fill('Le four banal');
  await button(words.placeAll).click();

  // In the order of the numbers in their names; by keys, and by a tap on the map.
  const bar = page.getByRole('region', { name: words.placeAll });
  await expect.element(bar.getByText('Le four banal')).toBeVisible();
  await expect.element(button(words.placeHere)).toHaveFocus();
  expect(await faultsHereInBothLooks()).toEqual([]);
  await button(words.skip).click();
  await button(words.back).click();
  await button(words.placeHere).click();
  await expect.element(bar.getByText('10 le puits')).toBeVisible();
  expect(placing.now?.placed.map(({ name }) => name)).toEqual(['Le four banal']);
  expect(placeTapped([2.36, 48.87])).toBe(true);
  await expect.element(sheet(3)).toBeVisible();
  expect(placeTapped([0, 0])).toBe(false);

  await button(words.queue(2)).click();
  await expect.element(sheet(1)).toBeVisible();
  await expect
    .poll(() => outbox.items.map(({ title, geometry }) => [title, geometry.coordinates]))
    .toEqual([
      ['Le four banal', CENTRE],
      ['10 le puits', [2.36, 48.87]],
    ]);
  await button(words.remove('plan.pdf')).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('a walk’s GPX places each file where the walker was, also if their clock was wrong by hours', async () => {
  drop(voice('un.wav', 121), voice('deux.wav', 125), gpx());
  await expect.element(page.getByText(words.onWalkCount(0, 2))).toBeVisible();
  await button(words.proposeShift('−2:00 h')).click();
  await expect.element(page.getByText(words.onWalkCount(2, 2))).toBeVisible();
  await button('+ 1 min').click();
  await expect.element(row('un.wav').getByText(words.onWalk)).toBeVisible();
  // What a person placed stays there, whatever the walk says.
  await row('un.wav').getByRole('button', { name: words.moveOne }).click();
  await button(words.placeHere).click();
  await button(words.queue(2)).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect
    .poll(() => outbox.items.map(({ geometry }) => geometry.coordinates))
    .toEqual([[expect.closeTo(2.0036, 4), 48], CENTRE]);
  await haveSent();
  await expect.poll(() => published.placeIds.toSorted()).toEqual([1, 2]);
});

/** The GPX of a planned route. */
const withoutTimes = new Blob(['<gpx><rte><rtept lat="48" lon="2"/><rtept lat="48" lon="2.1"/></rte></gpx>']);

it('several GPX place the files of each walk, and one that can’t be read says why', async () => {
  drop(voice('un.wav', 2), voice('deux.wav', 62), gpx(), new File(['<kml/>'], 'autre.gpx'), gpx('soir.gpx', 60));
  await expect.element(page.getByText(words.onWalkCount(2, 2))).toBeVisible();
  await expect.element(page.getByText(rehearsalStrings.faults['not-gpx'])).toBeVisible();
  await button(words.otherWalk).click();
  // Read at the same time, each joins the others, unless the walk is forgotten meanwhile.
  const forgotten = readWalks([gpx('veille.gpx', -1440)]);
  forgetWalk();
  await Promise.all([
    readWalks([gpx()]),
    readWalks([withoutTimes]),
    readWalks([gpx('lendemain.gpx', 1440)]),
    forgotten,
  ]);
  expect([batch.walk?.fixes.length, batch.isReadingWalk]).toEqual([122, false]);
  await expect.element(page.getByText(words.noTimes)).toBeVisible();
  await expect.element(page.getByText(/^Trace du .* au /)).toBeVisible();
});

it('a GPX alone, or several, says that it makes no drop', async () => {
  for (const walks of [[gpx()], [gpx(), gpx('soir.gpx')]]) {
    notices.shown = [];
    drop(...walks);
    await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([dropStrings.walkAlone]);
  }
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

it('a single file on the map opens the sheet of one', async () => {
  drop(voice('le_four.wav'));
  await expect.element(page.getByRole('dialog', { name: dropStrings.title })).toBeVisible();
  await expect.element(page.getByLabelText(dropStrings.name)).toHaveValue('le four');
});

it('a file dropped while another is prepared, or during a recording, changes nothing', async () => {
  recorder.phase = 'recording';
  await new Promise(requestAnimationFrame);
  drop(voice('le_four.wav'));
  expect(uploads.open).toBeNull();
  recorder.phase = 'idle';
  await new Promise(requestAnimationFrame);
  drop(voice('le_puits.wav'));
  await expect.element(page.getByLabelText(dropStrings.name)).toHaveValue('le puits');
  drop(voice('le_four.wav'));
  await expect.element(button(dropStrings.play)).toBeEnabled();
  expect(uploads.open?.file?.name).toBe('le_puits.wav');
});

it('several files hold the page until they are given up', async () => {
  drop(voice('le_puits.wav'), voice('le_four.wav'));
  await expect.element(plays.nth(1)).toBeEnabled();
  const leave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leave()).toBe(false);
  await expect.poll(() => batch.files.every(({ recorded }) => recorded !== null)).toBe(true);
  // Its progress is shown by the row of a file, and renders no other.
  batch.files[0]?.composer.change({ type: 'conversion-began', fileName: null });
  const { files } = batch;
  batch.files[0]?.composer.change({ type: 'progressed', share: 0.4, remainingS: null });
  await expect.element(page.getByText('40\u00a0%')).toBeVisible();
  expect(batch.files).toBe(files);
  closeBatch();
  expect(leave()).toBe(true);
});

it('a file removed while another is being stored is not deposited', async () => {
  drop(voice('a.wav'), voice('b.wav'));
  await expect.element(plays.nth(1)).toBeEnabled();
  startPlacing();
  placeCurrent(CENTRE);
  placeCurrent(CENTRE);
  const queued = queueBatch();
  removeFile(batch.files[1]?.id ?? 0);
  expect(await queued).toHaveLength(1);
  await expect.poll(() => outbox.items.length).toBe(1);
  expect(batch).toMatchObject({ isQueuing: false, files: [] });
});

it('files are not given up without a question', async () => {
  drop(voice('un.wav'), voice('deux.wav'));
  await expect.element(plays.nth(1)).toBeEnabled();
  await button(strings.app.close).click();
  await button(words.closeDeny).click();
  await expect.element(sheet(2)).toBeVisible();
  await button(strings.app.close).click();
  await button(words.closeConfirm).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(outbox.items).toEqual([]);
});

it('the sheet fits each screen, and can be used by keys', async () => {
  const long = voice('la_chapelle_sainte_ursule_et_son_cloitre_du_douzieme_siecle.wav', 2);
  drop(long, new File(['no sound'], 'deux.wav'), gpx());
  await expect.element(page.getByText(words.onWalk)).toBeVisible();
  await expect.element(plays.first()).toBeEnabled();
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(await faultsHereInBothLooks()).toEqual([]);
  expect(await missedByTabHere()).toEqual([]);
  expect(await screenFaultsHere()).toEqual([]);
});

it('the sheet fits each screen while no file is ready', async () => {
  drop(new File(['no sound'], 'un.wav'), new File(['no sound'], 'deux.wav'), gpx());
  await expect.element(page.getByText(words.noneReady)).toBeVisible();
  await expect.element(page.getByRole('alert').nth(1)).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
});
