import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pictureEditStrings as words } from '../../../app/editor/tellings/pictures/picture-edit-words.ts';
import { cancelUpload, pictureEdits } from '../../../app/editor/tellings/pictures/picture-edits.ts';
import { PicturesEditor } from '../../../app/editor/tellings/pictures/pictures-editor.tsx';
import type { Picture } from '../../../contracts/telling.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { drawnPicture, pictureFile } from '../../support/samples/picture.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';

const placeId = PlaceId.parse(7);
const PICTURES = `/v1/place/${placeId}/pictures`;
const root = rootPerTest('main', () => vi.unstubAllGlobals());
afterEach(() => {
  for (const { key } of pictureEdits.uploads) cancelUpload(key);
});

/** The uploads that have begun. */
let sent: FakeUpload[];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
});

/** Sends nothing, and ends as the test says. */
class FakeUpload {
  readonly upload = { onprogress: (_event: object) => {} };
  status = 0;
  responseText = '';
  onload = () => {};
  onabort = () => {};
  isAborted = false;
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send() {
    sent.push(this);
  }
  abort() {
    this.isAborted = true;
    this.onabort();
  }
  progress(share: number) {
    this.upload.onprogress({ lengthComputable: true, loaded: share, total: 1 });
  }
  async end(response: Response) {
    this.status = response.status;
    this.responseText = await response.text();
    this.onload();
  }
}

function Host({ from }: { readonly from: readonly Picture[] }) {
  const [pictures, setPictures] = useState(from);
  const [descriptions, setDescriptions] = useState<Record<number, string>>({ 1: 'Le pont' });
  return (
    <>
      <h1>Le quai</h1>
      <h2>Français</h2>
      <PicturesEditor
        placeId={placeId}
        pictures={pictures}
        language="fr"
        descriptionOf={(id) => descriptions[id] ?? ''}
        onDescribe={(id, text) => setDescriptions({ ...descriptions, [id]: text })}
        onPictures={(change) => setPictures(change)}
      />
    </>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const rows = () =>
  page
    .getByRole('list', { name: words.list })
    .getByRole('listitem')
    .elements()
    .map((row) => Number((row as HTMLElement).dataset.row));
const add = (...files: File[]) => userEvent.upload(page.getByLabelText(words.add), files);

test('files become pictures one after the other, with progress; one is cancelled, one is refused in words', async () => {
  answerCalls({});
  root.render(<Host from={[drawnPicture(1)]} />);
  await add(pictureFile(), pictureFile(), pictureFile());
  await expect.poll(() => sent.length).toBe(1);
  sent[0]?.progress(0.4);
  await expect.element(page.getByRole('progressbar', { name: words.sending })).toHaveAttribute('aria-valuenow', '40');
  sent[0]?.progress(1);
  await expect.element(page.getByRole('progressbar', { name: words.making })).toBeVisible();
  expect(await screenFaultsHere()).toEqual([]);
  await sent[0]?.end(Response.json(drawnPicture(2)));
  await expect.poll(rows).toEqual([1, 2]);
  await expect.poll(() => sent.length).toBe(2);
  await button(words.cancel).first().click();
  expect(sent[1]?.isAborted).toBe(true);
  await expect.poll(() => sent.length).toBe(3);
  await sent[2]?.end(refusal('invalid_image', 400));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Le plus compatible');
  await button(words.retry).click();
  await expect.poll(() => sent.length).toBe(4);
  await sent[3]?.end(Response.json(drawnPicture(3)));
  await expect.poll(rows).toEqual([1, 2, 3]);
});

test('a HEIC is refused before it is sent, and no more are sent than there is room for', async () => {
  answerCalls({});
  root.render(<Host from={[1, 2, 3, 4, 5, 6, 7].map((id) => drawnPicture(id))} />);
  await add(new File(['x'], 'IMG_1.heic', { type: 'image/heic' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('HEIC');
  await add(pictureFile(), pictureFile());
  await expect.element(page.getByText(words.full(8))).toBeVisible();
  expect(sent).toHaveLength(1);
});

test('pictures are ordered by buttons, with the focus staying, described, credited and deleted', async () => {
  const heard = answerCalls({
    [`PUT ${PICTURES}`]: { status: 'ok' },
    [`PUT ${PICTURES}/2`]: drawnPicture(2, { credit: 'Ada' }),
    [`DELETE ${PICTURES}/1`]: { status: 'ok' },
  });
  root.render(<Host from={[drawnPicture(1), drawnPicture(2), drawnPicture(3)]} />);
  await button(words.down(1)).click();
  await expect.poll(rows).toEqual([2, 1, 3]);
  await expect.element(button(words.down(2))).toHaveFocus();
  await expect.poll(() => heard).toContainEqual({ call: `PUT ${PICTURES}`, body: { order: [2, 1, 3] } });
  expect(page.getByText(words.undescribed).elements()).toHaveLength(2);
  await page.getByRole('textbox', { name: words.description }).first().fill('Le lavoir');
  await expect.poll(() => page.getByText(words.undescribed).elements().length).toBe(1);
  await page.getByRole('textbox', { name: words.credit }).first().fill(' Ada ');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => heard).toContainEqual({ call: `PUT ${PICTURES}/2`, body: { credit: 'Ada' } });
  await expect.element(page.getByRole('textbox', { name: words.credit }).first()).toHaveValue('Ada');
  await button(words.remove(2)).click();
  await button(words.removeQuestion.confirm).click();
  await expect.poll(rows).toEqual([2, 3]);
  // Closed without leaving the field before.
  await page.getByRole('textbox', { name: words.credit }).last().fill('Bo');
  root.render(null);
  await expect.poll(() => heard).toContainEqual({ call: `PUT ${PICTURES}/3`, body: { credit: 'Bo' } });
});

test('an order that the server refuses is taken back', async () => {
  answerCalls({ [`PUT ${PICTURES}`]: refusal('conflict', 409) });
  root.render(<Host from={[drawnPicture(1), drawnPicture(2)]} />);
  await button(words.up(2)).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('L’ordre n’est pas enregistré');
  await expect.poll(rows).toEqual([1, 2]);
});
