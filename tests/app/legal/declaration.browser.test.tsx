import { BrowserRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { AboutScreen } from '../../../app/legal/about-screen.tsx';
import { DeclarationScreen } from '../../../app/legal/declaration-screen.tsx';
import { english } from '../../../app/legal/declaration-text.en.ts';
import { type Declared, declarationText } from '../../../app/legal/declaration-text.ts';
import { fillIn, readFacts } from '../../../app/legal/filled-text.tsx';
import { legalStrings } from '../../../app/legal/legal-words.ts';
import { fetchConfig } from '../../../app/platform/net/app-config.ts';
import { strings, titles } from '../../../app/ui/common-words.ts';
import type { Accessibility } from '../../../contracts/config.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { configOf } from '../../support/samples/config.ts';

const root = rootPerTest('main');

const GAPS = 'Les histoires du port n’ont pas de transcription.';

const AUDITED: Accessibility = {
  ...{ state: 'partial', ratePercent: 96, auditor: 'Les Yeux fermés', date: '2026-12-01', planUrl: null },
  gaps: GAPS,
};

/** Opens a screen on a deployment that declares this, and is reached at an email address. */
async function open(Screen: typeof DeclarationScreen, accessibility?: Accessibility): Promise<void> {
  const identity = { ...configOf().identity, associationContact: 'bonjour@example.org' };
  answerCalls({ 'GET /v1/config': configOf({ identity, ...(accessibility ? { accessibility } : {}) }) });
  // Pages share it.
  await fetchConfig();
  root.render(
    <BrowserRouter>
      <Screen />
    </BrowserRouter>,
  );
}

describe('the declaration', () => {
  it('says what the deployment declares, by whom and when, and how to complain', async () => {
    await open(DeclarationScreen, AUDITED);
    await expect.element(page.getByRole('heading', { name: titles.accessibility, level: 1 })).toBeVisible();
    await expect.element(page.getByText(/est partiellement conforme/)).toBeVisible();
    await expect.element(page.getByText(/Les Yeux fermés révèle que 96\s% des critères/)).toBeVisible();
    await expect.element(page.getByText(GAPS)).toBeVisible();
    await expect.element(page.getByText('établie le 1 déc. 2026')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'bonjour@example.org' }))
      .toHaveAttribute('href', 'mailto:bonjour@example.org');
    const complaint = page.getByRole('link', { name: /formulaire.*\(nouvel onglet\)/ });
    await expect.element(complaint).toHaveAttribute('href', 'https://formulaire.defenseurdesdroits.fr/');
    await expect.element(complaint).toHaveAttribute('target', '_blank');
    expect([...(await screenFaultsHere()), ...(await missedByTabHere())]).toEqual([]);
  });

  it('says without an audit that the site does not conform, and marks what is to be filled in', async () => {
    await open(DeclarationScreen);
    await expect.element(page.getByText(/n’est pas conforme/)).toBeVisible();
    await expect.element(page.getByText(/Il n’existe pas d’audit/)).toBeVisible();
    await expect.element(page.getByText(`[${legalStrings.placeholders.date}]`)).toBeVisible();
  });

  it('has the same parts, facts, addresses and numbers in English, whatever is declared, and only known facts', () => {
    const shapeOf = (text: string): string => (text.match(/\{\w+\}|https:\S+|\d+/g) ?? []).join(' ');
    const outline = (text: typeof declarationText, declared: Declared) =>
      text(declared).map(({ id, blocks = [], sections }) =>
        [{ id, blocks }, ...sections].map((part) => [part.id, part.blocks.flat().map(shapeOf)]),
      );
    const facts = { ...readFacts(null), site: null };
    for (const state of ['total', 'partial', 'none'] as const)
      for (const has of [true, false]) {
        const declared = { state, hasAudit: has, hasRate: has, hasGaps: has, hasPlan: has };
        expect(outline(english.text, declared)).toEqual(outline(declarationText, declared));
        expect(() => fillIn(JSON.stringify(declarationText(declared)), facts)).not.toThrow(RangeError);
      }
  });
});

it('About shows the state, and leads to the declaration', async () => {
  await open(AboutScreen, AUDITED);
  await expect
    .element(page.getByRole('link', { name: strings.app.accessibility('partial') }))
    .toHaveAttribute('href', '/home/accessibilite');
});
