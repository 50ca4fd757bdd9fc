import type { Root } from 'react-dom/client';
import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fileFaults } from '../../../app/drops/composer/converter-words.ts';
import { openUpload } from '../../../app/drops/composer/uploads.ts';
import { dropMode } from '../../../app/drops/drop-mode.ts';
import { outbox, startDrops } from '../../../app/drops/drop-services.ts';
import { DropTool } from '../../../app/drops/drop-tool.tsx';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { memoryStrings, outboxStrings } from '../../../app/drops/outbox/outbox-words.ts';
import { RecordTool } from '../../../app/drops/record/record-tool.tsx';
import { parcours } from '../../../app/parcours/parcours.ts';
import { places } from '../../../app/places/places.ts';
import { ACCEPTED_ENDINGS } from '../../../app/platform/audio/audio-files.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { openOutboxStore } from '../../../app/platform/storage/outbox-store.ts';
import { location } from '../../../app/position/location.ts';
import { session } from '../../../app/session/session.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { choosePlace, listening } from '../../../app/walk/listening.ts';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { faultsHereInBothLooks } from '../../support/accessibility/axe-here.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { limitStorage } from '../../support/page/device.ts';
import { forgetKept, holdRecords, listKeptFiles, tapOnceKept } from '../../support/page/kept-drops.ts';
import { changeWorkers } from '../../support/page/other-browsers.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { freshRoot } from '../../support/page/react-root.ts';

const words = dropStrings;
const quay = { id: ParcoursId.parse(1), name: 'Le quai', description: '', privilege: 'drop' as const };
const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const here = { lng: 2.34, lat: 48.85, accuracyM: 7.6, headingDeg: null, speedMps: null, timestampMs: 1 };
const bridge: Place = {
  ...{ id: PlaceId.parse(5), appelation: 'Le pont', type: 'Ici', map: { id: quay.id }, userId: ana.id, media: null },
  feature: { type: 'Point', coordinates: [2.341, 48.851] },
};

let root: Root;
let scope: Scope;
beforeEach(async () => {
  await page.viewport(390, 844);
  root = freshRoot('main');
  scope = new Scope();
  answerCalls({});
  session.user = ana;
  location.fix = here;
  Object.assign(parcours, { list: ref([quay]), selectedIds: [quay.id], beingCreated: null });
  dropMode.chosen = true;
});
afterEach(async () => {
  root.unmount();
  scope.dispose();
  await limitStorage(null);
  vi.unstubAllGlobals();
  choosePlace(null);
  places.list = ref([]);
  location.fix = null;
  session.user = null;
  dropMode.chosen = null;
  Object.assign(parcours, { list: ref([]), selectedIds: [] });
  await forgetKept();
});

const sheet = page.getByRole('dialog', { name: words.title });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const radio = (name: string) => sheet.getByRole('radio', { name });
const heard = vi.fn<(isAiming: boolean) => void>();

/** Opens the sheet as a person does. */
async function open(centre: [number, number] | null = [2.35, 48.86]): Promise<void> {
  startDrops(scope, ana.id);
  root.render(
    <>
      <RecordTool isAway={false} isForEditor={false} />
      <DropTool readCentre={() => centre} onAiming={heard} onShowBox={() => {}} />
    </>,
  );
  await expect.element(page.getByText(words.openShort, { exact: true })).toBeVisible();
  await button(words.open).click();
  await button(words.openFile).click();
  await expect.element(sheet).toBeVisible();
}

/** Saves a file, whose record is not written until the returned function is called. */
async function saveHeld(): Promise<() => void> {
  await open();
  drop(voice());
  await expect.element(button(words.play)).toBeVisible();
  await expect.poll(() => outbox.isReady).toBe(true);
  const release = await holdRecords();
  await button(words.save).click();
  return release;
}

/** Drops files on the sheet, as from another window. */
function drop(...files: readonly File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const field = document.querySelector('[role="dialog"] [data-state][role="button"]');
  for (const type of ['dragenter', 'dragover', 'drop']) {
    field?.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
  }
}

function voice(name = 'voix.wav', seconds = 1): File {
  const samples = Int16Array.from({ length: 44_100 * seconds }, (_, at) => (at % 100) * 100);
  return new File([wavOf(samples)], name, { type: 'audio/wav' });
}
/** Like the private windows of some browsers. */
const keepNothing = (): void => {
  StorageManager.prototype.getDirectory = () =>
    Promise.reject(new DOMException('Storage directory access is denied.', 'SecurityError'));
};
const said = (text: string) => sheet.getByRole('alert').getByText(text);

describe('the destination', () => {
  it('is the position with its accuracy or the map’s centre, with an optional title', async () => {
    await open();
    await expect.element(sheet.getByText(words.where).first()).toBeVisible();
    await expect.element(radio(words.here)).toBeChecked();
    await expect.element(sheet.getByText('à 8 m près')).toBeVisible();
    await expect.element(sheet.getByText(words.centreHint)).toBeVisible();
    await expect.element(sheet.getByLabelText(words.name)).toHaveAttribute('placeholder', words.namePlaceholder);
    for (const text of [words.chooseFile, words.dropFiles, words.formats]) {
      await expect.element(sheet.getByText(text)).toBeVisible();
    }
    expect(await faultsHereInBothLooks()).toEqual([]);
  });

  it('is not an unknown position', async () => {
    location.fix = null;
    await open();
    await expect.element(sheet.getByText(words.hereUnknown)).toBeVisible();
    await expect.element(radio(words.here)).toBeDisabled();
    await expect.element(radio(words.centre)).toBeChecked();
  });

  it('is, first of all, a selected place without audio', async () => {
    places.list = ref([bridge]);
    listening.walk = ref({ ...listening.walk, selected: bridge.id });
    await open();
    await expect.element(radio('Le pont')).toBeChecked();
    await expect.element(sheet.getByText(words.selectedHint)).toBeVisible();
  });

  it('is aimed at on the map, while the sheet is hidden', async () => {
    await open();
    await radio(words.centre).click();
    await button(words.aim).click();
    await expect.element(page.getByText(words.aimHelp)).toBeVisible();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(heard).toHaveBeenLastCalledWith(true);
    await button(words.aimDone).click();
    await expect.element(sheet).toBeVisible();
    expect(heard).toHaveBeenLastCalledWith(false);
  });

  it('has to be known: a centre without a map is reported as nowhere', async () => {
    await open(null);
    await radio(words.centre).click();
    drop(voice());
    await button(words.save).click();
    await expect.element(said(words.nowhere)).toBeVisible();
    await expect.element(button(words.retry)).toBeVisible();
  });
});

describe('a file', () => {
  it('can be played and has a waveform before it is saved, and can be replaced', async () => {
    await open();
    // It is still playing when the button is checked.
    drop(voice('voix.wav', 60));
    await expect.element(sheet.getByText('voix.wav')).toBeVisible();
    await expect.element(sheet.getByRole('img', { name: words.waveform })).toBeVisible();
    await expect.element(sheet.getByText(words.otherFile)).toBeVisible();
    await button(words.play).click();
    await expect.element(button(words.pause)).toBeVisible();
  });

  it('of another type, or several for one place, is rejected in the dropzone’s words', async () => {
    await open();
    drop(new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' }));
    await expect.element(said(words.typeMustBe(ACCEPTED_ENDINGS))).toBeVisible();
    expect(words.typeMustBe(ACCEPTED_ENDINGS)).toMatch(/^File type must be /);
    openUpload(() => {}, null, { ...bridge, newTitle: 'Le vieux pont', isMoved: true });
    await expect.element(page.getByRole('dialog', { name: words.replaceTitle })).toBeVisible();
    drop(voice('un.wav'), voice('deux.wav'));
    await expect.element(page.getByRole('alert').getByText('Too many files')).toBeVisible();
    // The correction that would be sent with the audio is not given up without a question.
    await expect.element(page.getByText(words.withSound('Le vieux pont', true))).toBeVisible();
    const leave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(false);
    await button(strings.app.close).click();
    await expect.element(page.getByRole('dialog', { name: words.closeCorrectionTitle })).toBeVisible();
    await button(words.closeCorrectionDeny).click();
    await button(strings.app.close).click();
    await button(words.closeCorrection).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(leave()).toBe(true);
  });

  it.each([
    ['no content', new File([], 'vide.wav', { type: 'audio/wav' })],
    ['no sound', new File([wavOf(new Int16Array(0))], 'muet.wav', { type: 'audio/wav' })],
  ])('with %s is reported as having no duration', async (_, file) => {
    await open();
    drop(file);
    await expect.element(said(words.missing)).toBeVisible();
  });

  it('that is not audio is reported as such', async () => {
    await open();
    drop(new File(['Ceci est un texte.'], 'texte.mp3', { type: 'audio/mpeg' }));
    await expect.element(said(fileFaults.NotAudioError)).toBeVisible();
  });

  it('that is stored waits on the device, and can be left there or taken back', async () => {
    await open();
    drop(voice());
    await button(words.save).click();
    await expect.element(sheet.getByText(outboxStrings.queued)).toBeVisible();
    await expect.element(sheet.getByText(outboxStrings.offline)).toBeVisible();
    await expect.element(button(outboxStrings.close)).toBeVisible();
    await button(outboxStrings.cancel).click();
    await expect.element(sheet).not.toBeInTheDocument();
  });

  it('that was sent or discarded elsewhere meanwhile is not reported as taken back', async () => {
    await open();
    drop(voice());
    await button(words.save).click();
    await expect.element(sheet.getByText(outboxStrings.queued)).toBeVisible();
    const store = openOutboxStore();
    await store.change(outbox.items[0]?.id ?? '', () => null);
    store.close();
    await button(outboxStrings.cancel).click();
    await expect.element(said(outboxStrings.notHere)).toBeVisible();
  });

  it('is not discarded without a confirmation', async () => {
    await open();
    drop(voice());
    await expect.element(button(words.play)).toBeVisible();
    await button(strings.app.close).click();
    const question = page.getByRole('dialog', { name: words.closeTitle });
    await expect.element(question.getByText(words.closeText)).toBeVisible();
    await button(words.closeDeny).click();
    await expect.element(sheet.getByText('voix.wav')).toBeVisible();
    await button(strings.app.close).click();
    await button(words.closeConfirm).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  it('that is discarded while it is being stored goes nowhere', async () => {
    const calls = answerCalls({});
    const release = await saveHeld();
    await expect.poll(listKeptFiles).not.toEqual([]);
    await button(strings.app.close).click();
    await button(words.closeConfirm).click();
    release();
    await expect.poll(listKeptFiles).toEqual([]);
    expect(outbox.items).toEqual([]);
    expect(calls.filter(({ call }) => call.startsWith('POST /v1/place'))).toEqual([]);
  });

  it('that was stored during the confirmation is discarded once that is confirmed', async () => {
    const release = await saveHeld();
    await button(strings.app.close).click();
    await expect.element(button(words.closeConfirm)).toBeVisible();
    release();
    await expect.poll(() => outbox.items).toHaveLength(1);
    await button(words.closeConfirm).click();
    await expect.poll(() => outbox.items).toEqual([]);
  });

  it('is also discarded by a tap at the very moment it has been stored', async () => {
    const release = await saveHeld();
    await button(strings.app.close).click();
    await expect.element(button(words.closeConfirm)).toBeVisible();
    const tapped = tapOnceKept(button(words.closeConfirm).element());
    release();
    await tapped;
    await expect.poll(listKeptFiles).toEqual([]);
    expect(outbox.items).toEqual([]);
  });

  it('without space on the device stays in the sheet, with the reason', async () => {
    await open();
    drop(voice());
    await expect.element(button(words.play)).toBeVisible();
    await limitStorage(1);
    await button(words.save).click();
    await expect.element(said(outboxStrings.diskFull)).toBeVisible();
    await limitStorage(null);
    await button(words.retry).click();
    await expect.element(sheet.getByText(outboxStrings.queued)).toBeVisible();
    await button(outboxStrings.cancel).click();
  });

  it('is held in memory if the browser stores nothing, which is announced beforehand', async () => {
    changeWorkers(keepNothing);
    await open();
    await expect.element(sheet.getByText(memoryStrings.notice)).toBeVisible();
    await expect.element(sheet.getByText(memoryStrings.limits)).toBeVisible();
    drop(voice());
    await expect.element(button(words.play)).toBeVisible();
    await button(words.save).click();
    await expect.element(sheet.getByText(memoryStrings.queued)).toBeVisible();
    expect(outbox.unsent).toBe(1);
    expect(await listKeptFiles()).toEqual([]);
    const store = openOutboxStore();
    expect(await store.listIds()).toEqual([]);
    store.close();
    await button(outboxStrings.cancel).click();
    await expect.poll(() => outbox.items).toEqual([]);
  });

  it('is rejected before its conversion if it is too large for memory', async () => {
    changeWorkers(keepNothing);
    await open();
    await expect.element(sheet.getByText(memoryStrings.notice)).toBeVisible();
    const part = new Blob([new Uint8Array(16 * 1024 * 1024)]);
    drop(new File([voice(), ...Array.from({ length: 8 }, () => part)], 'voix.wav', { type: 'audio/wav' }));
    await expect.element(said(memoryStrings.full)).toBeVisible();
  });

  it('cannot be stored while nobody is logged in', async () => {
    await open();
    drop(voice());
    await expect.element(button(words.play)).toBeVisible();
    scope.dispose();
    await button(words.save).click();
    await expect.element(said(outboxStrings.notStored)).toBeVisible();
  });
});
