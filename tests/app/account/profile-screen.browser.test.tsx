import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ProfileScreen } from '../../../app/account/profile-screen.tsx';
import { profileStrings } from '../../../app/account/profile-words.ts';
import { forgetMyDrops, loadMyDrops } from '../../../app/drops/my-drops.ts';
import { offlineWords } from '../../../app/page/offline-words.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session, updateUser } from '../../../app/session/session.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import { faultsHereInBothLooks } from '../../support/accessibility/axe-here.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, type HeardCall } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { PICTURE_URL, pictureFile } from '../../support/samples/picture.ts';

const UPLOAD = 'POST /v1/user/upload-profile-image';
const DROPS = { 'GET /v1/drop/user/3': { drops: [] } };
const words = profileStrings;

const root = rootPerTest('main', () => {
  forgetMyDrops();
  storage.forgetAll();
  session.user = null;
});
beforeEach(() => {
  answerCalls(DROPS);
  const payload = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 }));
  storage.write('token', `header.${payload}.signature`);
  updateUser({ id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'user', picture: null });
  root.render(
    <MemoryRouter initialEntries={['/home/profile']}>
      <Routes>
        <Route path="/home/profile" element={<ProfileScreen />} />
        <Route path="*" element={<Landed />} />
      </Routes>
    </MemoryRouter>,
  );
});

function Landed() {
  return <p>at {useLocation().pathname}</p>;
}

const alert = page.getByRole('alert');
const upload = page.getByRole('button', { name: words.upload });
const choose = (file: File) => page.getByLabelText(words.choose).upload(file);
const uploads = (heard: readonly HeardCall[]) => heard.filter(({ call }) => call === UPLOAD);

/** Chooses a picture, and waits for the cropper. */
async function choosePicture(): Promise<void> {
  await choose(pictureFile());
  await expect.element(page.getByText(words.zoom)).toBeVisible();
  await expect.element(page.getByTestId('cropper')).toBeInTheDocument();
}

describe('the profile picture', () => {
  it('says that the number of drops could not be loaded, instead of a number', async () => {
    answerCalls({});
    await loadMyDrops(UserId.parse(3), undefined);
    await expect.element(page.getByText(offlineWords.dropsUnknown)).toBeVisible();
  });

  it('is rejected with a message if the file is missing or not a picture', async () => {
    await upload.click();
    await expect.element(alert).toHaveTextContent(words.noFile);
    await expect.element(alert).toBeVisible();
    expect(await faultsHereInBothLooks()).toEqual([]);
    // The picker helps here: it has the focus, and the error describes it.
    const picker = page.getByLabelText(words.choose);
    await expect.element(picker).toHaveFocus();
    await expect.element(picker).toHaveAccessibleDescription(`${words.noFile} ${words.chooseFirst}`);
    await choose(new File(['no picture at all'], 'moi.png', { type: 'image/png' }));
    await expect.element(alert).toHaveTextContent(words.unreadable);
    await expect.element(alert).toHaveTextContent(words.formats);
  });

  it('is kept with the reason after a failed upload, and sent on the next attempt', async () => {
    await choosePicture();
    expect(await screenFaultsHere()).toEqual([]);
    await upload.click();
    await expect.element(alert).toHaveTextContent(`Upload failed: ${strings.errors.network}`);
    const heard = answerCalls({ ...DROPS, [UPLOAD]: { imageUrl: PICTURE_URL } });
    await upload.click();
    await expect.element(page.getByText(words.zoom)).not.toBeInTheDocument();
    expect(alert.elements()).toEqual([]);
    expect(uploads(heard)).toHaveLength(1);
    expect(session.user?.picture).toBe(PICTURE_URL);
  });

  it('is not sent without a token, which ends the session', async () => {
    const heard = answerCalls({ ...DROPS, [UPLOAD]: { imageUrl: PICTURE_URL } });
    await choosePicture();
    storage.forget('token');
    await upload.click();
    await expect.element(page.getByText('at /home/parcours')).toBeVisible();
    expect([session.user, uploads(heard)]).toEqual([null, []]);
  });
});
