import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { offlineWords } from '../../../../app/page/offline-words.ts';
import { ParcoursSummary } from '../../../../app/parcours/information/parcours-summary.tsx';
import { parcoursPanes } from '../../../../app/parcours/panes-words.ts';
import {
  beginEdit,
  chooseImage,
  forgetEdits,
  parcoursEdits,
  saveEdit,
} from '../../../../app/parcours/parcours-edit.ts';
import { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { faultsHereInBothLooks } from '../../../support/accessibility/axe-here.ts';
import { forgetPack, keepPack } from '../../../support/packs/kept-pack.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { PICTURE_URL, pictureFile } from '../../../support/samples/picture.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { rootPerTest } from '../../../support/page/react-root.ts';

const id = ParcoursId.parse(7);
const UPLOAD = 'POST /v1/map/map/7/upload-image';
const quay = { id, name: 'Le quai', description: 'Pas à pas', image_url: null as string | null };

const root = rootPerTest('main', () => forgetEdits());

function show(image_url: string | null = null, isEditable = true): void {
  root.render(
    <ParcoursSummary
      parcours={{ ...quay, image_url }}
      named={{ ...quay, lang: undefined }}
      places="3 lieux"
      isEditable={isEditable}
    />,
  );
}

const edit = page.getByRole('button', { name: 'Edit', exact: true });
const save = page.getByRole('button', { name: 'Save', exact: true });
const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
const name = page.getByLabelText('Nom');

describe('a map’s information', () => {
  it('shows a placeholder for an image that is missing or can’t be loaded', async () => {
    show();
    await expect.element(page.getByText('Pas encore d’image')).toBeVisible();
    show(PICTURE_URL);
    await expect.element(page.getByText('Pas encore d’image')).not.toBeInTheDocument();
    await expect.poll(() => document.querySelector('img')?.naturalWidth).toBe(2);
    show('data:image/png,nonsense');
    await expect.element(page.getByText(offlineWords.imageUnknown)).toBeVisible();
    expect(page.getByText('Pas encore d’image').elements()).toEqual([]);
  });

  it('shows a pack’s image from the device', async () => {
    const address = '/v1/media/quay.webp';
    await keepPack([], [{ link: address, kind: 'picture', content: pictureFile() }]);
    show(address);
    await expect.poll(() => document.querySelector('img')?.naturalWidth).toBe(2);
    expect(document.querySelector('img')?.src).toMatch(/^blob:/);
    await forgetPack();
  });

  it('is read-only without permission to edit', async () => {
    show(null, false);
    await expect.element(page.getByRole('heading', { name: 'Le quai' })).toBeVisible();
    await expect.element(page.getByText('3 lieux')).toBeVisible();
    expect(edit.elements()).toEqual([]);
  });

  it('moves the focus to the first field and back', async () => {
    show();
    await edit.click();
    await expect.element(name).toHaveFocus();
    await cancel.click();
    await expect.element(edit).toHaveFocus();
  });

  it('reports a missing field before anything is sent', async () => {
    const heard = answerCalls({});
    show();
    await edit.click();
    await name.fill('  ');
    await save.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Donnez un nom à la carte.');
    expect(await faultsHereInBothLooks()).toEqual([]);
    await expect.element(name).toHaveFocus();
    await name.fill('Le quai');
    await page.getByLabelText('Description').fill('\n');
    await save.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Décrivez la carte en quelques mots.');
    expect(heard).toEqual([]);
  });

  it('keeps the edit while it is hidden, and asks before discarding it', async () => {
    show();
    await edit.click();
    await name.fill('Les quais');
    root.render(null);
    await expect.element(name).not.toBeInTheDocument();
    show();
    await expect.element(name).toHaveValue('Les quais');
    await cancel.click();
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    expect(await faultsHereInBothLooks()).toEqual([]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Continuer' }).click();
    await expect.element(name).toHaveValue('Les quais');
    await cancel.click();
    await userEvent.keyboard('{Escape}');
    await expect.element(name).toHaveValue('Les quais');
    await cancel.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abandonner' }).click();
    await expect.element(page.getByRole('heading', { name: 'Le quai' })).toBeVisible();
    await edit.click();
    await expect.element(name).toHaveValue('Le quai');
    // Without a change it does not ask.
    await cancel.click();
    await expect.element(edit).toBeVisible();
    expect(page.getByRole('alertdialog').elements()).toEqual([]);
  });

  it('previews a chosen image, reverts it, and removes the old one', async () => {
    show(PICTURE_URL);
    await edit.click();
    const preview = page.getByRole('img', { name: 'Aperçu de l’image' });
    await expect.element(preview).toHaveAttribute('src', PICTURE_URL);
    await page.getByLabelText('Changer d’image').upload(pictureFile());
    await expect.element(preview).toHaveAttribute('src', expect.stringMatching(/^blob:/));
    await page.getByRole('button', { name: 'Retirer l’image' }).click();
    await expect.element(preview).toHaveAttribute('src', PICTURE_URL);
    await page.getByRole('button', { name: 'Retirer l’image' }).click();
    await expect.element(preview).not.toBeInTheDocument();
    expect(parcoursEdits.byMap[id]?.imageUrl).toBeNull();
  });

  it('focuses the chooser when the image is removed, and the button with it', async () => {
    show(PICTURE_URL);
    await edit.click();
    await page.getByRole('button', { name: 'Retirer l’image' }).click();
    await expect.element(page.getByLabelText('Choisir une image')).toHaveFocus();
  });

  it('sends an image chosen just before', async () => {
    const sent = { ...quay, image_url: PICTURE_URL, privilege: 'admin' };
    const heard = answerCalls({ [UPLOAD]: { image_url: PICTURE_URL }, 'PUT /v1/map/map/7': sent });
    beginEdit(quay);
    void chooseImage(id, pictureFile());
    expect(await saveEdit(id)).toBe(true);
    expect(heard.map(({ call }) => call)).toEqual([UPLOAD, 'PUT /v1/map/map/7']);
  });

  it('sends nothing if the file chosen just before is not an image', async () => {
    const heard = answerCalls({});
    beginEdit(quay);
    void chooseImage(id, new File(['no image'], 'notes.png', { type: 'image/png' }));
    expect(await saveEdit(id)).toBe(false);
    expect(heard).toEqual([]);
    expect(parcoursEdits.byMap[id]).toMatchObject({
      sending: false,
      failure: { kind: 'unreadable' },
    });
  });

  it('is not saved while a chosen file is unreadable, until that is discarded', async () => {
    const saved = { ...quay, name: 'Les quais', privilege: 'admin' };
    const heard = answerCalls({ 'PUT /v1/map/map/7': saved });
    show();
    await edit.click();
    await name.fill('Les quais');
    const chooser = page.getByLabelText('Choisir une image');
    await chooser.upload(new File(['no image'], 'notes.png', { type: 'image/png' }));
    await expect.element(page.getByText(parcoursPanes.info.unreadable)).toBeVisible();
    await save.click();
    await expect.element(save).toBeEnabled();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Error uploading map image: Could not read file');
    await expect.element(name).toHaveValue('Les quais');
    expect(heard).toEqual([]);
    await page.getByRole('button', { name: parcoursPanes.info.dropFile(false) }).click();
    expect(page.getByRole('alert').elements()).toEqual([]);
    await save.click();
    await expect.element(name).not.toBeInTheDocument();
    expect(heard).toEqual([{ call: 'PUT /v1/map/map/7', body: { name: 'Les quais', description: 'Pas à pas' } }]);
  });

  it('sends nothing after the session has ended', async () => {
    const upload = (): unknown => {
      forgetEdits();
      return { image_url: PICTURE_URL };
    };
    const heard = answerCalls({ [UPLOAD]: upload });
    beginEdit(quay);
    await chooseImage(id, pictureFile());
    expect(await saveEdit(id)).toBe(false);
    expect(heard.map(({ call }) => call)).toEqual([UPLOAD]);
  });

  it('accepts images only', async () => {
    show();
    await edit.click();
    await page.getByLabelText('Choisir une image').upload(new File(['no image'], 'notes.png', { type: 'image/png' }));
    await expect.element(page.getByRole('alert')).toHaveTextContent('Error uploading map image: Could not read file');
    expect(page.getByRole('img', { name: 'Aperçu de l’image' }).elements()).toEqual([]);
  });

  it('shows that it is being sent, and reports why it failed', async () => {
    let answer: (refused: Response) => void = () => {};
    const heard = answerCalls({ 'PUT /v1/map/map/7': () => new Promise((resolve) => (answer = resolve)) });
    show();
    await edit.click();
    await name.fill('Les quais');
    await save.click();
    const saving = page.getByRole('button', { name: 'Enregistrement…' });
    await expect.element(saving).toHaveAttribute('aria-disabled', 'true');
    await expect.element(cancel).toBeDisabled();
    answer(refusal('forbidden', 403));
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Failed to update map info: Vous n’avez pas les droits nécessaires pour cela.');
    await expect.element(name).toHaveValue('Les quais');
    expect(heard).toEqual([{ call: 'PUT /v1/map/map/7', body: { name: 'Les quais', description: 'Pas à pas' } }]);
  });
});
