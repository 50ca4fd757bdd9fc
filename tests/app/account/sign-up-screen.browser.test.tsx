import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { passwordStrings, signUpStrings } from '../../../app/account/credentials-words.ts';
import { SignUpScreen } from '../../../app/account/sign-up-screen.tsx';
import { notices } from '../../../app/page/notice-queue.ts';
import { NoticeStack } from '../../../app/shell/notice-stack.tsx';
import { strings } from '../../../app/ui/common-words.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { readFault } from '../../support/page/form-fault.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const CREATE = 'POST /v1/user/createaccount';
const words = strings.signUp;
const ana = { id: 3, name: 'Ana', email: 'ana@example.org', role: 'user', picture: null };

const root = rootPerTest('div', () => {
  notices.shown = [];
});

beforeEach(() => {
  root.render(
    <MemoryRouter initialEntries={['/createaccount']}>
      <Routes>
        <Route path="/createaccount" element={<SignUpScreen />} />
        <Route path="/login" element={<p>the login</p>} />
      </Routes>
      <NoticeStack />
    </MemoryRouter>,
  );
});

const field = (name: string) => page.getByLabelText(name, { exact: true });
const terms = page.getByRole('checkbox', { name: words.terms });
const submit = page.getByRole('button', { name: words.submit });

async function fillIn(): Promise<void> {
  await userEvent.fill(field(words.username), 'Ana');
  await userEvent.fill(field(words.email), 'ana@example.org');
  await userEvent.fill(field(words.password), 'un secret bien long');
  await userEvent.fill(field(words.confirmation), 'un secret bien long');
  await terms.click();
}

describe('the sign-up form', () => {
  it('is accessible at every size while it names a fault', async () => {
    await submit.click();
    await expect.element(page.getByText(signUpStrings.termsMissing)).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
  });

  it('no longer reports a corrected fault', async () => {
    await submit.click();
    await expect.element(page.getByText(signUpStrings.termsMissing)).toBeVisible();
    await userEvent.fill(field(words.username), 'Ana');
    await expect.element(page.getByText(signUpStrings.termsMissing)).toBeVisible();
    await terms.click();
    await expect.element(page.getByText(signUpStrings.termsMissing)).not.toBeInTheDocument();
  });

  it('shows the first error, and marks and focuses only that field', async () => {
    const heard = answerCalls({});
    const expectError = async (message: string, name: string): Promise<void> => {
      await submit.click();
      await expect.poll(readFault).toEqual({ words: message, fields: [name], focus: name });
    };
    await expectError(signUpStrings.termsMissing, 'terms');
    await terms.click();
    for (const [label, value, name] of [
      [words.username, 'Ana', 'username'],
      [words.email, 'ana', 'email'],
      [words.password, 'un secret bien long', 'password'],
      [words.confirmation, 'another', 'confirmation'],
    ] as const) {
      await expectError(words.missing, name);
      await userEvent.fill(field(label), value);
    }
    await expectError(words.badEmail, 'email');
    await userEvent.fill(field(words.email), 'ana@example.org');
    await expectError(signUpStrings.mismatch, 'confirmation');
    expect(heard).toEqual([]);
  });

  it('shows and hides each password separately', async () => {
    const [password, confirmation] = [field(words.password), field(words.confirmation)];
    await expect.element(confirmation).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: words.show }).nth(1).click();
    await expect.element(confirmation).toHaveAttribute('type', 'text');
    await expect.element(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: words.hide }).click();
    await expect.element(confirmation).toHaveAttribute('type', 'password');
  });

  it('tells beside each field that it is required, and how an address looks', async () => {
    await expect.element(field(words.username)).toHaveAccessibleDescription(strings.app.required);
    await expect.element(field(words.email)).toHaveAccessibleDescription(strings.app.requiredEmail);
    await expect.element(terms).toHaveAccessibleDescription(strings.app.required);
    await expect.element(page.getByText(strings.app.requiredEmail)).toBeVisible();
  });

  it('is recognised by password managers', async () => {
    await expect.element(field(words.email)).toHaveAttribute('autocomplete', 'username');
    await expect.element(field(words.password)).toHaveAttribute('autocomplete', 'new-password');
    await expect.element(field(words.confirmation)).toHaveAttribute('autocomplete', 'new-password');
  });

  it('is sent once when submitted several times', async () => {
    const heard = answerCalls({ [CREATE]: () => new Promise(() => {}) });
    await fillIn();
    const form = document.querySelector('form');
    form?.requestSubmit();
    form?.requestSubmit();
    await expect.element(page.getByRole('button', { name: signUpStrings.sending })).toBeDisabled();
    form?.requestSubmit();
    expect(heard.map(({ call }) => call)).toEqual([CREATE]);
  });

  it.each([
    [400, 'invalid_request', 'invalid_request'],
    [500, 'internal', 'Server error: internal'],
    [503, 'internal', 'Error 503: internal'],
  ] as const)('shows the server’s response to a %i under its heading', async (status, code, message) => {
    answerCalls({ [CREATE]: refusal(code, status) });
    await fillIn();
    await submit.click();
    await expect.poll(readFault).toEqual({ words: signUpStrings.failed + message, fields: [], focus: 'alert' });
  });

  it('marks a password that the server rejects as too common', async () => {
    answerCalls({ [CREATE]: refusal('password_common', 400) });
    await fillIn();
    await submit.click();
    await expect.poll(readFault).toEqual({ words: passwordStrings.common, fields: ['password'], focus: 'password' });
  });

  it('goes to the login with the reason if the account is created but the login fails', async () => {
    const heard = answerCalls({ [CREATE]: { user: ana } });
    await fillIn();
    await submit.click();
    await expect.element(page.getByText('the login')).toBeVisible();
    await expect.element(page.getByText(signUpStrings.loginFailed)).toBeVisible();
    expect(heard.map(({ call }) => call)).toEqual([CREATE, 'POST /v1/user/login']);
  });
});
