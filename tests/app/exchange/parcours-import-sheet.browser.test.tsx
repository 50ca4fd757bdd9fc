import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openParcoursImport } from '../../../app/exchange/import/parcours-import.ts';
import { parcoursImportStrings as words } from '../../../app/exchange/import/parcours-import-words.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { ParcoursImportPart } from '../../../app/shell/parcours-import-part.tsx';
import { strings } from '../../../app/ui/common-words.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { storedZip } from '../../support/formats/stored-zip.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { exportedParcours, exportedPlace } from '../../support/samples/exported-parcours.ts';

const root = rootPerTest('main', () => {
  forgetSession();
  notices.shown = [];
});

/** A request with a body, which the test answers. */
class HeldRequest {
  static readonly all: HeldRequest[] = [];
  static keys: string[] = [];
  readonly upload: { onprogress?: (event: object) => void } = {};
  onload = () => {};
  onabort = () => {};
  status = 201;
  responseText = '';
  open = () => HeldRequest.all.push(this);
  send = () => {};
  abort = () => this.onabort();
  getResponseHeader = () => null;
  setRequestHeader = (name: string, value: string) => name === 'Idempotency-Key' && HeldRequest.keys.push(value);
  progress = (loaded: number) => this.upload.onprogress?.({ lengthComputable: true, loaded, total: 10 });
  answer(body: object, status = 201): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}

test('after one that was refused, a ZIP is cancelled and sent again; its map is listed, not shown, if the sheet is closed', async () => {
  answerCalls({ 'GET /v1/map/maps-for-user': [] });
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
  root.render(
    <MemoryRouter>
      <h1>Créer</h1>
      <ParcoursImportPart />
    </MemoryRouter>,
  );
  const geojson = JSON.stringify(exportedParcours([exportedPlace('Le puits'), exportedPlace('La cour')]));
  await page.getByRole('button', { name: words.title }).click();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect.element(page.getByText(words.drop)).toBeVisible();
  const zip = storedZip({ 'parcours.geojson': geojson, 'manifest.json': '{}' });
  const sendOne = async (): Promise<void> => {
    const input = document.querySelector('[role=dialog] input[type=file]') as HTMLElement;
    await userEvent.upload(input, new File([zip], 'carte.zip'));
    await expect.element(page.getByRole('heading', { name: 'Le quai' })).toBeVisible();
    await button(words.confirm).click();
  };
  await sendOne();
  const error = { code: 'invalid_audio', message: 'audio/1.mp3 is no audio', requestId: 'test' };
  await expect.poll(() => HeldRequest.all.length).toBe(1);
  HeldRequest.all.shift()?.answer({ error }, 400);
  await expect.element(page.getByText(words.changed)).toBeVisible();
  await expect.element(page.getByText(error.message)).toBeVisible();
  HeldRequest.keys.shift();
  await button(words.other).click();
  await sendOne();
  HeldRequest.all[0]?.progress(4);
  await expect.element(page.getByText('40', { exact: false })).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  await button(strings.app.cancel).click();
  await button(words.confirm).click();
  HeldRequest.all[1]?.progress(10);
  await expect.element(page.getByRole('status')).toHaveTextContent(words.checking);
  expect(await screenFaultsHere()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  expect(openParcoursImport(new File([zip], 'autre.zip'))).toBe(false);
  await expect.element(page.getByRole('status')).toHaveTextContent(words.checking);
  await userEvent.keyboard('{Escape}');
  const newParcours = { id: 9, title: 'Le quai', description: '', privilege: 'admin' };
  HeldRequest.all[1]?.answer({ newParcours, leftOut: 1 });
  await expect.poll(() => notices.shown.map(({ text }) => text)).toEqual([words.done('Le quai', 1)]);
  expect(parcours.selectedIds).toEqual([]);
  expect(new Set(HeldRequest.keys).size).toBe(1);
  vi.unstubAllGlobals();
});
