import type { Root } from 'react-dom/client';
import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endUpload, uploads } from '../../../../app/drops/composer/uploads.ts';
import { closeRecorderCard, dropMode, openRecorderCard } from '../../../../app/drops/drop-mode.ts';
import { outbox, startDrops } from '../../../../app/drops/drop-services.ts';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { fillStrings } from '../../../../app/drops/fill/fill-words.ts';
import { memoryStrings, outboxStrings } from '../../../../app/drops/outbox/outbox-words.ts';
import { RecordTool } from '../../../../app/drops/record/record-tool.tsx';
import { recordStrings } from '../../../../app/drops/record/record-words.ts';
import {
  beginRecording,
  longestRecordingS,
  RECORDING_MAX_S,
  type RecorderFault,
  recorder,
  stopRecording,
} from '../../../../app/drops/record/recorder.ts';
import { RecordingBar } from '../../../../app/drops/record/recording-bar.tsx';
import { putAside, recordings } from '../../../../app/drops/record/recordings.ts';
import { forgetTakes } from '../../../../app/drops/record/takes.ts';
import { parcours } from '../../../../app/parcours/parcours.ts';
import { addPendingShape } from '../../../../app/places/pending-shapes.ts';
import { plan } from '../../../../app/places/plan.ts';
import { formatDuration } from '../../../../app/platform/page/time.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { openOutboxStore } from '../../../../app/platform/storage/outbox-store.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { location } from '../../../../app/position/location.ts';
import { locationStrings } from '../../../../app/position/location-words.ts';
import { session } from '../../../../app/session/session.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import type { FileHandle } from '../../../../workers/files/private-folder.ts';
import { faultsHere } from '../../../support/accessibility/axe-here.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { limitStorage, soundingStream } from '../../../support/page/device.ts';
import { forgetKept, holdRecords } from '../../../support/page/kept-drops.ts';
import { changeWorkers } from '../../../support/page/other-browsers.ts';
import { freshRoot } from '../../../support/page/react-root.ts';

/** Exists only in workers. */
declare const FileSystemSyncAccessHandle: { readonly prototype: FileHandle };

const words = recordStrings;
const resting = { phase: 'idle', seconds: 0, isInterrupted: false, fault: null, sessionFault: null } as const;
const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
let root: Root;

beforeEach(() => {
  root = freshRoot('main');
});
afterEach(() => {
  root.unmount();
  Object.assign(recorder, resting);
  session.user = null;
});

function show(state: Partial<typeof recorder>): void {
  Object.assign(recorder, resting, state);
  root.render(<RecordingBar />);
}

describe('a running recording', () => {
  it.each([
    ['starting', words.starting],
    ['stopping', words.preparing],
  ] as const)('says that it is %s, without any buttons', async (phase, said) => {
    show({ phase });
    await expect.element(page.getByText(said).first()).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  });

  it('shows minutes and seconds, with pause and a focused stop button', async () => {
    show({ phase: 'recording', seconds: 75.9 });
    await expect.element(page.getByRole('region', { name: words.recording })).toBeVisible();
    await expect.element(page.getByRole('timer')).toHaveTextContent('1:15');
    await expect.element(page.getByRole('button', { name: words.pause })).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.stop })).toHaveFocus();
  });

  it('says that it is paused, and can be resumed', async () => {
    show({ phase: 'paused', seconds: 3 });
    await expect.element(page.getByRole('region', { name: words.pausedState })).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.resume })).toBeVisible();
  });

  it('says that a call uses the microphone, and that there is no session', async () => {
    show({ phase: 'recording', isInterrupted: true, sessionFault: 'empty' });
    await expect.element(page.getByText(words.interrupted)).toBeVisible();
    await expect.element(page.getByText(words.noSession)).toBeVisible();
  });
});

describe('the card that starts a recording', () => {
  const parcoursId = ParcoursId.parse(4);

  afterEach(() => {
    closeRecorderCard();
    storage.forgetAll();
    Object.assign(dropMode, { chosen: null });
    Object.assign(location, { fix: null, status: 'idle' });
    parcours.list = ref([]);
    parcours.selectedIds = [];
    vi.restoreAllMocks();
  });

  function openCard(microphone: PermissionState): void {
    vi.spyOn(navigator.permissions, 'query').mockImplementation(
      async () => Object.defineProperty(new EventTarget(), 'state', { value: microphone }) as PermissionStatus,
    );
    session.user = ana;
    parcours.list = ref([{ id: parcoursId, name: 'Le quai', description: '', privilege: 'drop' as const }]) as never;
    parcours.selectedIds = [parcoursId];
    openRecorderCard();
    root.render(<RecordTool isAway={false} isForEditor={false} />);
  }

  it('shows where the recording will be and why the microphone is needed, once located', async () => {
    location.status = 'requesting';
    openCard('prompt');
    location.status = 'requesting';
    const card = page.getByRole('region', { name: words.cardTitle });
    await expect.element(card.getByText(locationStrings.requesting)).toBeVisible();
    await expect.element(card.getByText(words.cardMicrophone)).toBeVisible();
    await expect.element(card.getByRole('button', { name: words.start })).toHaveAttribute('aria-disabled', 'true');
    location.fix = { lng: 2.34, lat: 48.85, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 0 };
    await expect.element(card.getByText(words.cardHere(5))).toBeVisible();
    await expect.element(card.getByRole('button', { name: words.start })).toHaveFocus();
    await card.getByRole('button', { name: words.start }).click();
    await expect.element(card).not.toBeInTheDocument();
  });

  it('does not announce a prompt that the browser will skip, and can be closed', async () => {
    openCard('granted');
    location.fix = { lng: 2.34, lat: 48.85, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 0 };
    const card = page.getByRole('region', { name: words.cardTitle });
    await expect.element(card).toBeVisible();
    await expect.element(card.getByText(words.cardMicrophone)).not.toBeInTheDocument();
    await card.getByRole('button', { name: strings.app.close }).click();
    await expect.element(card).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: dropStrings.open })).toHaveFocus();
  });

  it('is the second choice at a planned place, and says that an editor must approve', async () => {
    const [feature, map] = [
      { type: 'Point' as const, coordinates: [2.34, 48.85] as [number, number] },
      { id: parcoursId },
    ];
    const planned = { id: PlaceId.parse(30), appelation: 'Le lavoir', feature, map, state: 'planned' as const };
    plan.list = ref([{ ...planned, asked: null, filledBy: null }]);
    openCard('granted');
    parcours.list = ref([{ ...parcours.list[0], needs_approval: true }]) as never;
    location.fix = { lng: 2.34, lat: 48.85, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 0 };
    const there = page.getByRole('region', { name: fillStrings.card.planned });
    const apart = page.getByRole('region', { name: dropStrings.openApart });
    await expect.element(apart.getByText(dropStrings.needsApproval)).toBeVisible();
    await expect.element(there).not.toBeInTheDocument();
    expect(await faultsHere()).toEqual([]);
    await apart.getByRole('button', { name: strings.app.close }).click();
    await expect.element(there.getByText(dropStrings.needsApproval)).toBeVisible();
    await expect.element(page.getByRole('button', { name: dropStrings.openApart })).toHaveFocus();
    await expect.element(page.getByRole('button', { name: dropStrings.open })).not.toBeInTheDocument();
    expect(await faultsHere()).toEqual([]);
    plan.list = ref([]);
  });

  it('says why nothing can be recorded without a position, and offers to give it, or to drop a file', async () => {
    openCard('prompt');
    location.status = 'denied';
    await expect.element(page.getByText(words.cardUnplaced)).toBeVisible();
    await expect.element(page.getByRole('button', { name: locationStrings.activate })).toBeVisible();
    expect(await faultsHere()).toEqual([]);
    await page.getByRole('button', { name: dropStrings.openFile }).click();
    expect(uploads.open).not.toBeNull();
    endUpload();
  });
});

describe('the reason why there is no recording, or why it ended', () => {
  const ended = words.tooLong(formatDuration(RECORDING_MAX_S));

  it('is shown until it is dismissed', async () => {
    session.user = ana;
    root.render(<RecordTool isAway={false} isForEditor={false} />);
    const faults: readonly (readonly [RecorderFault, string])[] = [
      ...(Object.entries(words.faults) as [keyof typeof words.faults, string][]).map(
        ([why, said]) => [{ why }, said] as const,
      ),
      [{ why: 'too-long', longestS: RECORDING_MAX_S }, ended],
    ];
    for (const [fault, said] of faults) {
      Object.assign(recorder, { fault });
      await expect.element(page.getByRole('alert').getByText(said)).toBeVisible();
    }
    await page.getByRole('button', { name: strings.app.dismiss }).click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('is not shown to a guest', async () => {
    session.user = { ...ana, role: 'guest' };
    Object.assign(recorder, { fault: { why: 'microphone-refused' } });
    root.render(<RecordTool isAway={false} isForEditor={false} />);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('leads to a file if there is no microphone, for people who may drop', async () => {
    session.user = ana;
    Object.assign(recorder, { fault: { why: 'microphone-refused' } });
    root.render(<RecordTool isAway={false} isForEditor={false} />);
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByRole('button', { name: dropStrings.openFile })).not.toBeInTheDocument();
    dropMode.chosen = true;
    Object.assign(parcours, {
      list: ref([{ id: ParcoursId.parse(4), name: 'Le quai', description: '', privilege: 'drop' as const }]),
      selectedIds: [ParcoursId.parse(4)],
    });
    await page.getByRole('button', { name: dropStrings.openFile }).click();
    expect(uploads.open).not.toBeNull();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    endUpload();
    dropMode.chosen = null;
    Object.assign(parcours, { list: ref([]), selectedIds: [] });
  });
});

describe('the recorder after a tap on the microphone', () => {
  const quay = { id: ParcoursId.parse(1), name: 'Le quai', description: '', privilege: 'drop' as const };
  const here = { lng: 2.34, lat: 48.85, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 1 };
  let scope: Scope;

  beforeEach(() => {
    scope = new Scope();
    answerCalls({ 'POST /v1/drop/start-recording': { sessionId: crypto.randomUUID() } });
    session.user = ana;
    location.fix = here;
    Object.assign(parcours, { list: ref([quay]), selectedIds: [quay.id], beingCreated: null });
    dropMode.chosen = true;
  });
  afterEach(async () => {
    root.render(null);
    forgetTakes();
    scope.dispose();
    await limitStorage(null);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    location.fix = null;
    Object.assign(parcours, { list: ref([]), selectedIds: [] });
    dropMode.chosen = null;
    await forgetKept();
  });

  /** Logs Ana in, with a microphone that behaves like `asked`. */
  function open(asked: () => Promise<MediaStream> = async () => soundingStream(scope)): void {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(asked);
    startDrops(scope, ana.id);
    root.render(<RecordTool isAway={false} isForEditor={false} />);
  }

  const press = async (): Promise<void> => {
    await page.getByRole('button', { name: dropStrings.open }).click();
    await page.getByRole('button', { name: words.start, exact: true }).click();
  };
  const records = () => expect.poll(() => recorder.seconds).toBeGreaterThan(0.2);
  const fault = (text: string) => page.getByRole('alert').getByText(text);
  const popup = page.getByRole('dialog', { name: words.title });

  it('says that the microphone is being opened, that it records, and that audio is prepared', async () => {
    let answer = (_: MediaStream): void => {};
    open(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await press();
    await expect.element(page.getByText(words.starting).last()).toBeVisible();
    answer(soundingStream(scope));
    await expect.element(page.getByRole('region', { name: words.recording })).toBeVisible();
    await expect.element(page.getByRole('timer')).toHaveTextContent(/^0:0[1-9]$/);
    await page.getByRole('button', { name: words.stop }).click();
    await expect.element(popup).toBeVisible();
    await expect.element(popup.getByRole('button', { name: dropStrings.play })).toBeVisible();
  });

  it('says why the browser denied the microphone', async () => {
    open(() => Promise.reject(new DOMException('A browser’s own words', 'NotAllowedError')));
    await press();
    await expect.element(fault(words.faults['microphone-refused'])).toBeVisible();
  });

  it('records into memory if the browser stores nothing, and says so', async () => {
    changeWorkers(() => {
      StorageManager.prototype.getDirectory = () =>
        Promise.reject(new DOMException('Storage directory access is denied.', 'SecurityError'));
    });
    open();
    await press();
    await expect.element(page.getByText(memoryStrings.recording)).toBeVisible();
    await records();
    await page.getByRole('button', { name: words.stop }).click();
    await expect.element(popup.getByText(memoryStrings.notice)).toBeVisible();
    await expect.element(popup.getByRole('button', { name: dropStrings.play })).toBeVisible();
    await expect.poll(() => outbox.items.map(({ recordingId }) => recordingId)).toHaveLength(1);
    expect(longestRecordingS(2)).toBeGreaterThan(12 * 60);
    expect(longestRecordingS(2)).toBeLessThan(13 * 60);
  });

  it.each([
    ['before anything was stored', false],
    ['now', true],
  ])('says that the device is full if it is full %s', async (_, wasUsed) => {
    if (wasUsed) open();
    if (wasUsed) await expect.poll(() => recordings.hasLooked).toBe(true);
    await limitStorage(1);
    if (!wasUsed) open();
    await press();
    await expect.element(fault(outboxStrings.diskFull)).toBeVisible();
  });

  it('ends by itself when the device is full, says so, and keeps the sound until then', async () => {
    open();
    await expect.poll(() => recordings.hasLooked).toBe(true);
    // A second and a half of stereo.
    await limitStorage(270_000);
    await press();
    await expect.element(popup.getByText(words.faults['filled-up'])).toBeVisible();
    await limitStorage(null);
    await expect.element(popup.getByRole('button', { name: dropStrings.play })).toBeVisible();
  });

  it('ends by itself when the device rejects a write, says so, and keeps the sound until then', async () => {
    changeWorkers(() => {
      const write = FileSystemSyncAccessHandle.prototype.write;
      FileSystemSyncAccessHandle.prototype.write = function (bytes, options) {
        if ((options?.at ?? 0) > 100_000) throw new DOMException('The file was taken away', 'InvalidStateError');
        return write.call(this, bytes, options);
      };
    });
    open();
    await press();
    await expect.element(popup.getByText(words.faults['not-written'])).toBeVisible();
    await expect.element(popup.getByRole('button', { name: dropStrings.play })).toBeVisible();
  });

  it('says that a call uses the microphone from the start, and records once it is free', async () => {
    const stream = soundingStream(scope);
    const [track] = stream.getTracks();
    let isMuted = true;
    Object.defineProperty(track, 'muted', { get: () => isMuted });
    open(async () => stream);
    await press();
    await expect.element(page.getByText(words.interrupted)).toBeVisible();
    isMuted = false;
    track?.dispatchEvent(new Event('unmute'));
    await expect.element(page.getByText(words.interrupted)).not.toBeInTheDocument();
    await records();
  });

  it('asks before recording again, and keeps the recording while its position is unknown', async () => {
    open();
    await press();
    await records();
    await page.getByRole('button', { name: words.stop }).click();
    await popup.getByRole('button', { name: words.redo }).click();
    const question = page.getByRole('dialog', { name: words.redoTitle });
    await expect.element(question.getByText(words.redoText)).toBeVisible();
    location.fix = null;
    await question.getByRole('button', { name: words.redoConfirm }).click();
    await expect.element(popup.getByText(words.unplaced)).toBeVisible();
    await expect.element(popup.getByRole('button', { name: dropStrings.save, exact: true })).toBeEnabled();
    location.fix = here;
    await popup.getByRole('button', { name: words.redo }).click();
    await question.getByRole('button', { name: words.redoConfirm }).click();
    await expect.element(page.getByRole('region', { name: words.recording })).toBeVisible();
  });

  it('fills a planned place where one stands, also when it is recorded again, whatever the position is then', async () => {
    const feature = { type: 'Point' as const, coordinates: [here.lng, here.lat] as [number, number] };
    const planned = { id: PlaceId.parse(21), appelation: 'Le lavoir', feature, map: { id: quay.id } };
    plan.list = ref([{ ...planned, asked: null, state: 'planned' as const, filledBy: null }]);
    open();
    await page.getByRole('button', { name: fillStrings.record }).click();
    await records();
    await page.getByRole('button', { name: words.stop }).click();
    await expect.element(popup.getByLabelText(dropStrings.name)).toHaveValue('Le lavoir');
    await expect.poll(() => outbox.items.map(({ plannedId }) => plannedId)).toEqual([21]);
    location.fix = null;
    const redo = async (): Promise<void> => {
      await popup.getByRole('button', { name: words.redo }).click();
      await page.getByRole('button', { name: words.redoConfirm }).click();
    };
    const denied = new DOMException('A browser’s own words', 'NotAllowedError');
    vi.mocked(navigator.mediaDevices.getUserMedia).mockRejectedValueOnce(denied);
    await redo();
    // Nothing is lost before another recording has begun.
    await expect.element(popup.getByText(words.faults['microphone-refused'])).toBeVisible();
    expect(outbox.items.map(({ plannedId }) => plannedId)).toEqual([21]);
    await redo();
    await records();
    await page.getByRole('button', { name: words.stop }).click();
    await popup.getByRole('button', { name: dropStrings.save, exact: true }).click();
    await expect.element(popup).not.toBeInTheDocument();
    const store = openOutboxStore();
    const kept = (await store.listOf(ana.id)).filter(({ isDiscarded }) => !isDiscarded);
    expect(kept).toMatchObject([{ plannedId: 21, title: 'Le lavoir', geometry: feature, makesPlace: true }]);
    store.close();
    location.fix = here;
    // It is shown as a drop that waits, not as a place that waits for a voice.
    await expect.element(page.getByRole('button', { name: fillStrings.record })).not.toBeInTheDocument();
    plan.list = ref([]);
  });

  it('says that the microphone was unplugged', async () => {
    const stream = soundingStream(scope);
    open(async () => stream);
    await press();
    await records();
    // A track ends without an event if the page itself stops it.
    stream.getTracks()[0]?.dispatchEvent(new Event('ended'));
    await expect.element(popup.getByText(words.faults.unplugged)).toBeVisible();
  });

  it('says that the title is being saved or everything removed, until that is done', async () => {
    open();
    for (const act of ['save', 'remove'] as const) {
      await press();
      await records();
      await page.getByRole('button', { name: words.stop }).click();
      await expect.element(popup.getByRole('button', { name: dropStrings.save, exact: true })).toBeEnabled();
      if (act === 'remove') await popup.getByRole('button', { name: strings.app.close }).click();
      const release = await holdRecords();
      const acting = act === 'save' ? dropStrings.save : words.discard;
      await page.getByRole('dialog').getByRole('button', { name: acting, exact: true }).click();
      const said = act === 'save' ? words.saving : words.removing;
      await expect.element(popup.getByRole('button', { name: said })).toBeVisible();
      release();
      await expect.element(popup).not.toBeInTheDocument();
    }
  });

  it.each([
    ['a shape that waited for it', 'Le pont', null],
    ['a place', '', PlaceId.parse(11)],
  ])('brings a found recording from the editor to its target: %s', async (_, title, placeId) => {
    open();
    root.render(null);
    const parcoursId = quay.id;
    const geometry = { type: 'Point' as const, coordinates: [2.4, 48.9] as [number, number] };
    const pendingId = placeId === null ? addPendingShape({ userId: ana.id, parcoursId, title, geometry }).id : null;
    let id = '';
    const destination = { parcoursId, position: [2.4, 48.9] as [number, number], title };
    await beginRecording(
      ana.id,
      { ...destination, pinned: { geometry, placeId, pendingId, plannedId: null } },
      (ended) => {
        id = ended.id;
      },
    );
    await expect.poll(() => recorder.seconds).toBeGreaterThan(0.2);
    await stopRecording();
    await putAside(id, ana.id);
    root.render(<RecordTool isAway={false} isForEditor={false} />);
    await page.getByRole('button', { name: words.found }).click();
    const found = page.getByRole('dialog', { name: words.found });
    if (placeId === null) await expect.element(found.getByLabelText(dropStrings.name)).toHaveValue(title);
    else await expect.element(found.getByText(dropStrings.completesUnknown)).toBeVisible();
    await found.getByRole('button', { name: dropStrings.save, exact: true }).click();
    await expect.element(found).not.toBeInTheDocument();
    expect(outbox.items).toHaveLength(1);
    const store = openOutboxStore();
    expect(await store.listOf(ana.id)).toMatchObject([{ title, geometry, placeId, makesPlace: placeId === null }]);
    store.close();
    expect(storage.read('pendingShapes')).toEqual([]);
  });
});
