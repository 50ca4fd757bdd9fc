import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SignUpScreen } from '../../../../app/features/account/sign-up-screen.tsx';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';

let root: Root;

beforeEach(() => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  root = createRoot(container);
  root.render(
    <MemoryRouter>
      <SignUpScreen />
    </MemoryRouter>,
  );
});
afterEach(() => {
  root.unmount();
  vi.unstubAllGlobals();
});

const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const submit = page.getByRole('button', { name: 'Create Account' });

describe('the sign-up form', () => {
  it('says what is wrong beside itself, marks that field alone and takes the person there', async () => {
    await submit.click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('Vous devez accepter les CGU pour créer un compte');
    const terms = page.getByRole('checkbox', { name: "J'accepte les CGU" });
    await expect.element(terms).toHaveFocus();
    await expect.element(terms).toHaveAttribute('aria-invalid', 'true');
    expect(terms.element().getAttribute('aria-describedby')).toBe(alert.element().id);

    await terms.click();
    await submit.click();
    await expect.element(alert).toHaveTextContent('Veuillez remplir tous les champs');
    await expect.element(field('Username')).toHaveFocus();
    expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1);
  });

  it('shows and hides what is typed as a password', async () => {
    const password = page.getByLabelText('Password', { exact: true });
    await userEvent.fill(password, 'secret');
    await expect.element(password).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show' }).first().click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide' }).click();
    await expect.element(password).toHaveAttribute('type', 'password');
  });

  it('is sent once, however often it is submitted', async () => {
    const sent = vi.fn(() => new Promise<Response>(() => {}));
    vi.stubGlobal('fetch', sent);
    await userEvent.fill(field('Username'), 'Ana');
    await userEvent.fill(field('Email'), 'ana@example.org');
    await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'secret');
    await userEvent.fill(page.getByLabelText('Confirm Password'), 'secret');
    await page.getByRole('checkbox').click();
    const form = document.querySelector('form');
    form?.requestSubmit();
    form?.requestSubmit();
    await expect.element(page.getByRole('button', { name: 'Creating...' })).toBeDisabled();
    form?.requestSubmit();
    expect(sent).toHaveBeenCalledOnce();
  });
});
