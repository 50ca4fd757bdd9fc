import { ref } from 'valtio';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CodeSheet } from '../../../app/codes/code-sheet.tsx';
import { codeDialogStrings as words } from '../../../app/codes/code-words.ts';
import { codeSheet, findCode, showCodeSheet } from '../../../app/codes/codes.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { forgetPlaces, places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { listening, startListening } from '../../../app/walk/listening.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { placeCode } from '../../../contracts/place-code.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const parcoursId = ParcoursId.parse(1);
const [bridge, church] = [PlaceId.parse(1), PlaceId.parse(2)];
let scope: Scope;

const root = rootPerTest('main', () => {
  scope.dispose();
  forgetPlaces();
  showCodeSheet(false);
  Reflect.deleteProperty(globalThis, 'BarcodeDetector');
});

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  parcours.selectedIds = [parcoursId];
  Object.assign(places, { status: 'ready', parcoursIds: [parcoursId] });
  places.list = ref([bridge, church].map((id) => listedPlace(id, { media: { data: mediaLink() } })));
  showCodeSheet(true);
});

const field = page.getByRole('textbox', { name: words.label });
const type = async (text: string): Promise<void> => {
  await field.fill(text);
  await userEvent.keyboard('{Enter}');
};

describe('the dialog for codes', () => {
  it('plays the story of a typed code without a network', async () => {
    root.render(<CodeSheet />);
    await type(placeCode(church).toLowerCase());
    await expect.poll(() => listening.walk.selected).toBe(church);
    expect(codeSheet.isOpen).toBe(false);
  });

  it('says what is wrong with a code, and keeps it', async () => {
    const missing = PlaceId.parse(9);
    answerCalls({
      [`GET /v1/place/${missing}`]: refusal('not_found', 404),
      [`GET /v1/place/code/${placeCode(missing)}`]: refusal('not_found', 404),
    });
    root.render(<CodeSheet />);
    await userEvent.click(page.getByRole('button', { name: 'Écouter' }));
    await expect.element(page.getByRole('alert')).toHaveTextContent(words.missing);
    for (const code of ['Le pont', placeCode(missing)]) {
      await type(code);
      await expect.element(page.getByRole('alert')).toHaveTextContent('Ce code ne mène à aucun lieu');
      await expect.element(field).toHaveValue(code);
    }
    expect(codeSheet.isOpen).toBe(true);
    expect(await screenFaultsHere()).toEqual([]);
  });

  it('reads the code of a place from the camera, which it stops, and no other QR code', async () => {
    const track = useCamera();
    let text = 'https://example.org/menu';
    useDetector(() => text);
    root.render(<CodeSheet />);
    await page.getByRole('button', { name: words.camera }).click();
    await expect.element(page.getByRole('status')).toHaveTextContent(words.otherQr);
    expect(track.readyState).toBe('live');
    text = `${location.origin}/q/${placeCode(bridge)}`;
    await expect.poll(() => listening.walk.selected).toBe(bridge);
    root.unmount();
    await expect.poll(() => track.readyState).toBe('ended');
  });

  it('looks up a code once while it is in the picture, though it is unknown', async () => {
    const missing = PlaceId.parse(9);
    let asked = 0;
    answerCalls({
      [`GET /v1/place/${missing}`]: () => {
        asked += 1;
        return refusal('not_found', 404);
      },
      [`GET /v1/place/code/${placeCode(missing)}`]: refusal('not_found', 404),
    });
    useCamera();
    let looks = 0;
    useDetector(() => {
      looks += 1;
      return `${location.origin}/q/${placeCode(missing)}`;
    });
    root.render(<CodeSheet />);
    await page.getByRole('button', { name: words.camera }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Ce code ne mène à aucun lieu');
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 4);
    expect(asked).toBe(1);
  });

  it('plays nothing once it is closed', async () => {
    const missing = PlaceId.parse(9);
    let answer: (place: unknown) => void = () => {};
    const answered = new Promise((resolve) => {
      answer = resolve;
    });
    answerCalls({ [`GET /v1/place/${missing}`]: () => answered });
    root.render(<CodeSheet />);
    await type(placeCode(missing));
    const { id, appelation, feature, map, userId } = listedPlace(9, { map: { id: ParcoursId.parse(3) } });
    const after = findCode(placeCode(missing));
    root.unmount();
    answer({ id, appelation, feature, map, userId, media_data: null });
    await after;
    expect(parcours.selectedIds).toEqual([parcoursId]);
  });

  it('leaves the typed way to people who refuse the camera', async () => {
    useCamera(new DOMException('No', 'NotAllowedError'));
    useDetector(() => '');
    root.render(<CodeSheet />);
    await page.getByRole('button', { name: words.camera }).click();
    await expect.element(page.getByText(words.faults.refused)).toBeVisible();
    await expect.element(field).toBeVisible();
  });

  it('says that a browser reads no QR codes', async () => {
    Object.assign(globalThis, { BarcodeDetector: undefined });
    root.render(<CodeSheet />);
    await expect.element(page.getByText(words.faults.unsupported)).toBeVisible();
    expect(page.getByRole('button', { name: words.camera }).elements()).toEqual([]);
  });
});

/** Stands for the camera: the picture of a canvas. With a refusal, there is none. */
function useCamera(refused?: DOMException): MediaStreamTrack {
  const stream = document.createElement('canvas').captureStream(10);
  const open = vi.spyOn(navigator.mediaDevices, 'getUserMedia');
  if (refused === undefined) open.mockResolvedValue(stream);
  else open.mockRejectedValue(refused);
  const [track] = stream.getTracks();
  if (track === undefined) throw new Error('Got no track of the canvas');
  return track;
}

/** Stands for the browser's reader of codes, which Chromium doesn't have on every system. */
function useDetector(read: () => string): void {
  class BarcodeDetector {
    static async getSupportedFormats() {
      return ['qr_code'];
    }
    async detect() {
      return read() === '' ? [] : [{ rawValue: read() }];
    }
  }
  Object.assign(globalThis, { BarcodeDetector });
}
