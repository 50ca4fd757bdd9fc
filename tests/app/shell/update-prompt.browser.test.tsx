import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { offerUpdate, postponeUpdate } from '../../../app/page/app-update.ts';
import { holdPage, type Work } from '../../../app/page/busy.ts';
import { UpdatePrompt } from '../../../app/shell/notice-stack.tsx';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const root = rootPerTest('main', () => postponeUpdate());

beforeEach(() => {
  root.render(<UpdatePrompt />);
});

const prompt = page.getByText('Nouvelle version disponible');

describe('the offer of a newer build', () => {
  it('appears only once one waits, and disappears when it is postponed', async () => {
    await expect.element(prompt).not.toBeInTheDocument();
    offerUpdate();
    await expect.element(prompt).toBeVisible();
    expect(await faultsHere()).toEqual([]);
    await page.getByRole('button', { name: 'Plus tard' }).click();
    await expect.element(prompt).not.toBeInTheDocument();
  });

  it.each<Work>(['recording', 'upload', 'story', 'edit'])('waits for the end of %s', async (work) => {
    const end = holdPage(work);
    offerUpdate();
    await expect.element(prompt).not.toBeInTheDocument();
    end();
    await expect.element(prompt).toBeVisible();
    const endNext = holdPage(work);
    await expect.element(prompt).not.toBeInTheDocument();
    endNext();
  });
});
