import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { security } from '../../../app/account/security/account-security.ts';
import { AddressSection } from '../../../app/account/security/security-screen.tsx';
import { securityStrings } from '../../../app/account/security/security-words.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const words = securityStrings.email;

const root = rootPerTest('div', () => {
  security.way = { sendsMail: false, contact: null };
});

it.each<readonly [boolean, boolean, readonly string[]]>([
  [false, false, []],
  [true, false, [words.verified]],
  [false, true, [words.notVerified, words.send]],
])(
  'an address (verified: %s) on a site (sends mails: %s) shows the possible actions',
  async (isVerified, sendsMail, said) => {
    security.way = { sendsMail, contact: null };
    root.render(<AddressSection email="ana@example.org" isVerified={isVerified} />);
    await expect.element(page.getByText('ana@example.org')).toBeVisible();
    for (const text of [words.verified, words.notVerified, words.send]) {
      expect(page.getByText(text, { exact: true }).elements()).toHaveLength(said.includes(text) ? 1 : 0);
    }
  },
);
