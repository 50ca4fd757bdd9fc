import { encode } from 'uqr';
import { ref } from 'valtio';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { forgetInvitations } from '../../../../app/parcours/invite/invitations.ts';
import { InviteMaker } from '../../../../app/parcours/invite/invite-maker.tsx';
import { QUIET_MODULES } from '../../../../app/parcours/invite/sharing.ts';
import { sharingStrings } from '../../../../app/parcours/invite/sharing-words.ts';
import { forgetPlaces, places } from '../../../../app/places/places.ts';
import { ParcoursId, type Privilege } from '../../../../contracts/vocabulary.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';
import '../../../../app/ui/tokens.css';
import '../../../../app/ui/base.css';
import { rootPerTest } from '../../../support/page/react-root.ts';

const parcoursId = ParcoursId.parse(7);
const path = '/invite?token=abc&privilege=drop';
const answers = {
  'POST /v1/map/map/7/shareLink/drop': { token: 'abc', link: path, privilege: 'drop' },
  'GET /v1/invite?mapId=7': [],
};

const root = rootPerTest('div', () => forgetInvitations());

function show(offers: readonly Privilege[]): void {
  root.render(<InviteMaker parcoursId={parcoursId} mapName="Le quai" offers={offers} />);
}

const make = page.getByRole('button', { name: 'Créer le lien' });
const link = page.getByLabelText('Lien d’invitation');

describe('the invitation to a map', () => {
  it('offers the permitted privileges, explained, starting with the lowest', async () => {
    show(['editor', 'drop', 'guest']);
    await expect.element(page.getByRole('radio', { name: 'Guest' })).toBeChecked();
    await expect.element(page.getByText('Dépose des audios avec vous sur la carte.')).toBeVisible();
    expect(page.getByRole('radio').elements()).toHaveLength(3);
  });

  it('reports in the catalogue’s words why a link could not be created', async () => {
    answerCalls({ 'POST /v1/map/map/7/shareLink/drop': refusal('forbidden', 403) });
    show(['drop']);
    await make.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Failed to create share link: Vous n’avez pas les droits nécessaires pour cela.');
    await expect.element(make).toBeVisible();
  });

  it('focuses a new link, and keeps the link of each privilege', async () => {
    answerCalls(answers);
    show(['drop', 'guest']);
    await page.getByRole('radio', { name: 'Fellow Dropper' }).click();
    await make.click();
    await expect.element(link).toHaveValue(location.origin + path);
    await expect.element(link).toHaveFocus();
    await page.getByRole('radio', { name: 'Guest' }).click();
    await expect.element(make).toBeVisible();
    await page.getByRole('radio', { name: 'Fellow Dropper' }).click();
    await expect.element(link).toHaveValue(location.origin + path);
  });

  it('makes several links with one privilege, each with its label', async () => {
    const made = { token: 'def', link: '/invite?token=def&privilege=drop' };
    const heard = answerCalls({ ...answers, 'POST /v1/invite': made });
    show(['drop']);
    const label = page.getByLabelText('Nom du lien (facultatif)');
    await expect.element(label).toHaveAttribute('maxlength', '80');
    await expect.element(label).toHaveAccessibleDescription(/Classe de 5e B/);
    await label.fill('  Classe de 6e ');
    await make.click();
    await expect
      .element(page.getByLabelText('Lien d’invitation : Classe de 6e'))
      .toHaveValue(location.origin + made.link);
    expect(heard[0]).toEqual({
      call: 'POST /v1/invite',
      body: { mapId: 7, privilege: 'drop', label: 'Classe de 6e' },
    });
    await page.getByRole('button', { name: 'Créer un autre lien' }).click();
    await expect.element(label).toHaveValue('');
    await make.click();
    await expect.element(link).toHaveValue(location.origin + path);
  });

  it('shows the link as a QR code, saves that as a picture, and prints it with the map’s name, link and instructions', async () => {
    answerCalls(answers);
    const printed = vi.spyOn(window, 'print').mockImplementation(() => {});
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    show(['drop']);
    await make.click();
    await page.getByRole('button', { name: 'QR code' }).click();
    const code = page.getByRole('img', { name: sharingStrings.qrTitle('Le quai', 'drop') });
    await expect.element(code).toBeVisible();
    const { data } = encode(location.origin + path, { ecc: 'M', border: QUIET_MODULES });
    expect(readModules(code.element() as SVGSVGElement)).toEqual(data);
    for (const [name, file] of [
      ['Image\u00a0PNG', 'invitation-le-quai.png'],
      ['Image\u00a0SVG', 'invitation-le-quai.svg'],
    ] as const) {
      saved.mockClear();
      await page.getByRole('button', { name }).click();
      await expect.poll(() => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual([file]);
    }
    await page.getByRole('button', { name: 'Imprimer' }).click();
    expect(printed).toHaveBeenCalledOnce();
    const sheet = document.querySelector('body > section');
    expect(sheet?.textContent).toContain('Le quai');
    expect(sheet?.textContent).toContain(location.origin + path);
    expect(sheet?.textContent).toContain('Scannez ce code');
    expect(sheet && getComputedStyle(sheet).display).toBe('none');
    expect(sheet?.querySelector('ol')).toBeNull();
  });

  it('prints the numbered places for walkers, as many as the page has room for', async () => {
    const map = { id: parcoursId };
    places.list = ref(Array.from({ length: 21 }, (_, at) => listedPlace(at + 1, { map, step: at + 1 })));
    const link = path.replace('drop', 'guest');
    answerCalls({ ...answers, 'POST /v1/map/map/7/shareLink/guest': { token: 'abc', link, privilege: 'guest' } });
    show(['guest']);
    await make.click();
    await page.getByRole('button', { name: 'QR code' }).click();
    await expect.poll(() => document.querySelectorAll('body > section li').length).toBe(16);
    const lines = [...document.querySelectorAll('body > section li')].map(({ textContent }) => textContent);
    expect([lines[0], lines[14], lines[15]]).toEqual(['1. Place 1', '15. Place 15', 'et 6 autres étapes']);
    forgetPlaces();
  });

  it('opens other services in a new tab without an opener or referrer', async () => {
    answerCalls(answers);
    show(['drop']);
    await make.click();
    const pages = page.getByRole('link', { name: /nouvel onglet/ }).elements();
    expect(pages.map((shown) => shown.textContent)).toEqual(
      ['WhatsApp', 'Telegram', 'Facebook', 'X'].map((service) => `${service} (nouvel onglet)`),
    );
    for (const shown of pages) {
      expect([shown.getAttribute('target'), shown.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
    }
    await expect
      .element(page.getByRole('link', { name: 'SMS' }))
      .toHaveAttribute('href', expect.stringMatching(/^sms:/));
    await expect
      .element(page.getByRole('link', { name: 'E-mail' }))
      .toHaveAttribute('href', expect.stringMatching(/^mailto:/));
  });

  it('shares the link through the system if possible, and reports a failure', async () => {
    answerCalls(answers);
    const shared = vi.fn(async (_: ShareData) => {});
    Object.defineProperty(navigator, 'share', { value: shared, configurable: true });
    show(['drop']);
    await make.click();
    await page.getByRole('button', { name: 'Partager' }).click();
    expect(shared.mock.calls[0]?.[0]).toMatchObject({ title: 'Le quai', url: location.origin + path });
    shared.mockRejectedValueOnce(new DOMException('Not now', 'NotAllowedError'));
    await page.getByRole('button', { name: 'Partager' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Le partage n’a pas pu s’ouvrir. Copiez le lien.');
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
  });

  it('selects the link for manual copying if the browser refuses to copy', async () => {
    answerCalls(answers);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
    show(['drop']);
    await make.click();
    await page.getByRole('button', { name: 'Copier' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Le navigateur refuse la copie');
    await expect.element(link).toHaveFocus();
  });

  it.each(['light', 'dark'])(
    'shows the QR code dark on white in the %s theme, and restores the focus',
    async (theme) => {
      document.documentElement.dataset.theme = theme;
      answerCalls(answers);
      show(['drop']);
      await make.click();
      const opener = page.getByRole('button', { name: 'QR code' });
      await opener.click();
      const code = page.getByRole('img', { name: 'Invitation Fellow Dropper : Le quai' });
      await expect.element(code).toBeVisible();
      const [ground, dark] = code.element().querySelectorAll('path');
      expect([ground, dark].map((part) => part && getComputedStyle(part).fill)).toEqual([
        'rgb(255, 255, 255)',
        'rgb(0, 0, 0)',
      ]);
      await userEvent.keyboard('{Escape}');
      await expect.element(code).not.toBeInTheDocument();
      await expect.element(opener).toHaveFocus();
      delete document.documentElement.dataset.theme;
    },
  );
});

/** Reads the modules off a QR code: dark where the middle of a module is painted. */
function readModules(svg: SVGSVGElement): boolean[][] {
  const [, dark] = svg.querySelectorAll('path');
  const side = svg.viewBox.baseVal.width;
  const isDark = (x: number, y: number) => dark?.isPointInFill(new DOMPoint(x + 0.5, y + 0.5)) ?? false;
  return Array.from({ length: side }, (_, y) => Array.from({ length: side }, (_, x) => isDark(x, y)));
}
