import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LoginScreen } from '../../../app/account/login-screen.tsx';
import { chooseLanguage } from '../../../app/page/language.ts';
import { notices } from '../../../app/page/notice-queue.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { AppPage } from '../../../app/shell/app-page.tsx';
import { inLanguages } from '../../../app/ui/language.ts';
import { useLanguage } from '../../../app/ui/use-language.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

/** Ends the wait for English words that load slowly. */
let fail = (): void => {};
/** What they wait for. */
let gate = Promise.resolve();

const root = rootPerTest('div', async () => {
  gate = Promise.resolve();
  await chooseLanguage('fr');
  storage.forgetAll();
  notices.shown = [];
});

beforeEach(() => {
  answerCalls({});
  root.render(<Login />);
});

/** As in the app, all is rendered again in another language. */
function Login() {
  useLanguage();
  return (
    <MemoryRouter initialEntries={['/login']}>
      <AppPage>
        <LoginScreen />
      </AppPage>
    </MemoryRouter>
  );
}

const languages = page.getByRole('group', { name: /^(Langue|Language)$/ });
const french = languages.getByRole('button', { name: 'Français' });
const english = languages.getByRole('button', { name: 'English' });

it('a stranger chooses the language on the login screen, which is shown at once and stored', async () => {
  await expect.element(page.getByRole('heading', { name: 'Bon retour' })).toBeVisible();
  await expect.element(french).toHaveAttribute('aria-pressed', 'true');
  await english.click();
  await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect.element(english).toHaveAttribute('aria-pressed', 'true');
  await expect.element(english).toHaveFocus();
  expect([storage.read('language'), document.documentElement.lang]).toEqual(['en', 'en']);
});

it('a language whose words load slowly is marked as chosen; one whose words don’t come is told, and not stored', async () => {
  gate = new Promise((_, reject) => {
    fail = () => reject(new Error('offline'));
  });
  inLanguages({ late: 'tard' }, { en: () => gate.then(() => ({ late: 'late' })) });
  await english.click();
  await expect.element(english).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('heading', { name: 'Bon retour' })).toBeVisible();
  fail();
  await expect.element(page.getByText(/^Cette langue n’a pas pu être chargée/)).toBeVisible();
  await expect.element(french).toHaveAttribute('aria-pressed', 'true');
  expect(storage.read('language')).toBe(null);
});
