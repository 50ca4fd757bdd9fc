import { useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { accountStrings, roleNames } from '../../../app/admin/account-words.ts';
import { AdminScreen, type AdminSection } from '../../../app/admin/admin-screen.tsx';
import { adminStrings, auditActions } from '../../../app/admin/admin-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { lazyPart } from '../../../app/ui/lazy-part.ts';
import type { AuditEntries, AuditEntry } from '../../../contracts/audit-entry.ts';
import type {
  AdminAccount,
  AdminAccounts,
  AdminJobs,
  AdminMap,
  AdminMaps,
  AdminServer,
} from '../../../contracts/overview.ts';
import { ParcoursId, type Role, UserId } from '../../../contracts/vocabulary.ts';
import { missedByTabHere, screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { setUpRolePage } from '../../support/page/role-page.tsx';
import { configOf } from '../../support/samples/config.ts';

const TRAIL = 'GET /v1/admin/trail';
const showTo = setUpRolePage();

function show(path = '/home/admin', role: Role = 'admin', sections: readonly AdminSection[] = []): void {
  const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role, picture: null };
  showTo(ana, <Screen sections={sections} />, path);
}

function Screen({ sections }: { readonly sections: readonly AdminSection[] }) {
  const { pathname } = useLocation();
  return pathname === '/home/admin' ? <AdminScreen sections={sections} /> : <p>at {pathname}</p>;
}

function entry(rest: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 9,
    happenedAt: '2026-11-21T19:17:00.000Z',
    action: 'left',
    actor: { id: UserId.parse(2), name: 'Noé', email: 'noe@example.org' },
    account: { id: UserId.parse(2), name: 'Noé', email: 'noe@example.org' },
    map: { id: ParcoursId.parse(7), name: 'Le quai' },
    place: null,
    address: 'c0ffee0011223344',
    detail: 'drop',
    ...rest,
  };
}

const ACCOUNTS_OF = 'GET /v1/admin/accounts?search=&';
const ACCOUNTS = `${ACCOUNTS_OF}sort=created&order=desc`;
const NOE: AdminAccount = {
  ...{ id: UserId.parse(3), name: 'Noé', email: 'noe@example.org', role: 'user', maps: 1, bytes: 150_000_000 },
  ...{ createdAt: '2026-11-21T19:17:00.000Z', usedAt: '2026-11-21T19:17:00.000Z', emailVerified: false },
  ...{ isSuspended: false, quotaBytes: 200_000_000, ownQuotaBytes: null },
};

/** Chooses something in the account's menu. */
async function choose(act: string, name = 'Noé'): Promise<void> {
  await page.getByRole('button', { name: accountStrings.options(name) }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

function Queue() {
  return <p>La file</p>;
}

const list = (next: number | null, ...entries: AuditEntry[]): AuditEntries => ({ entries, next });

describe('the admin screen', () => {
  it.each<Role>(['editor', 'user', 'guest'])('redirects the role %s to the maps', async (role) => {
    const heard = answerCalls({});
    show('/home/admin', role);
    await expect.element(page.getByText('at /home/parcours')).toBeVisible();
    expect(heard).toEqual([]);
  });

  it('shows the sections of other features first', async () => {
    answerCalls({ [TRAIL]: list(null, entry()) });
    show('/home/admin', 'admin', [{ id: 'signalements', label: 'Signalements', Content: lazyPart(async () => Queue) }]);
    await expect.element(page.getByText('La file')).toBeVisible();
    await page.getByRole('link', { name: adminStrings.auditLog }).click();
    await expect.element(page.getByRole('rowheader', { name: auditActions.left })).toBeVisible();
  });

  it('loads the next page of the audit log after the first, and marks deleted accounts', async () => {
    const gone = { id: UserId.parse(3), name: null, email: null };
    answerCalls({
      [TRAIL]: list(9, entry()),
      [`${TRAIL}?before=9`]: list(null, entry({ id: 8, actor: gone, account: gone })),
    });
    show();
    const more = page.getByRole('button', { name: adminStrings.more });
    await more.click();
    await expect.element(page.getByText(adminStrings.entry.gone).first()).toBeVisible();
    await expect.element(page.getByText('Noé (noe@example.org)').first()).toBeVisible();
    await expect.element(more).not.toBeInTheDocument();
  });

  it('requests the filter in the URL, with whole days in the device’s calendar', async () => {
    const from = new Date('2026-11-02T00:00').toISOString();
    const to = new Date('2026-11-04T00:00').toISOString();
    const query = new URLSearchParams({ action: 'left', account: 'noe@example.org', mapId: '7', from, to });
    answerCalls({ [`${TRAIL}?${query}`]: list(null, entry()) });
    show('/home/admin?rubrique=journal&action=left&compte=noe%40example.org&parcours=7&du=2026-11-02&au=2026-11-03');
    await expect.element(page.getByRole('rowheader', { name: auditActions.left })).toBeVisible();
  });

  it('finds names and emails, stays with one account until told otherwise, and says what was not found', async () => {
    const from = new Date('2026-11-28T00:00').toISOString();
    const asked = new URLSearchParams({ search: 'noé', account: '3', from });
    const heard = answerCalls({
      [TRAIL]: list(null, entry()),
      [`${TRAIL}?account=3`]: list(null, entry()),
      [`${TRAIL}?${asked}`]: list(null),
    });
    show('/home/admin?rubrique=journal&compte=3');
    await expect.element(page.getByRole('rowheader', { name: auditActions.left })).toBeVisible();
    await page.getByLabelText(adminStrings.filter.search).fill(' noé ');
    await page.getByLabelText(adminStrings.filter.from, { exact: true }).fill('2026-11-28');
    await page.getByRole('button', { name: adminStrings.filter.apply }).click();
    await expect.element(page.getByText(adminStrings.none)).toBeVisible();
    await page.getByRole('link', { name: adminStrings.filter.showAll }).click();
    await expect.element(page.getByRole('rowheader', { name: auditActions.left })).toBeVisible();
    expect(heard.map(({ call }) => call)).toEqual([`${TRAIL}?account=3`, `${TRAIL}?${asked}`, TRAIL]);
  });

  it('turns the audit log around, and says its details in French', async () => {
    answerCalls({
      [TRAIL]: list(null, entry({ action: 'role_changed', detail: 'user to editor, by npm run admin, new words' })),
      [`${TRAIL}?order=asc`]: list(null, entry({ detail: 'invitation 12, drop' })),
    });
    show('/home/admin?rubrique=journal');
    await expect.element(page.getByText('Utilisateur devient Éditeur, par la ligne de commande')).toBeVisible();
    await expect.element(page.getByText('new words')).toHaveAttribute('lang', 'en');
    await page.getByRole('button', { name: adminStrings.sorting.reverse }).click();
    await expect.element(page.getByText('Fellow Dropper', { exact: true })).toBeVisible();
  });

  it('shows an account’s usage and quota, sets another quota, or restores the site’s default', async () => {
    const SET = 'PUT /v1/admin/accounts/3/quota';
    let answer: unknown = refusal('internal', 500);
    const heard = answerCalls({ [ACCOUNTS]: { accounts: [NOE], next: null }, [SET]: () => answer });
    const words = adminStrings.quota;
    const sent = () => heard.filter(({ call }) => call === SET).map(({ body }) => body);
    show('/home/admin?rubrique=comptes');
    await expect.element(page.getByText(accountStrings.stored(150_000_000, 200_000_000, false))).toBeVisible();
    await choose(words.change);
    await page.getByLabelText(words.megabytes).fill('beaucoup');
    await page.getByRole('button', { name: words.save }).click();
    await expect.element(page.getByText(words.wrong)).toBeVisible();
    expect(sent()).toEqual([]);
    await page.getByLabelText(words.megabytes).fill('2 000');
    await page.getByRole('button', { name: words.save }).click();
    await expect.element(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    answer = { quotaBytes: 2_000_000_000, ownQuotaBytes: 2_000_000_000 };
    await page.getByRole('button', { name: words.save }).click();
    await expect.element(page.getByText(accountStrings.stored(150_000_000, 2_000_000_000, true))).toBeVisible();
    answer = { quotaBytes: 200_000_000, ownQuotaBytes: null };
    await choose(words.change);
    await page.getByRole('button', { name: words.reset }).click();
    await expect.element(page.getByText(accountStrings.stored(150_000_000, 200_000_000, false))).toBeVisible();
    expect(sent()).toEqual([{ quotaBytes: 2_000_000_000 }, { quotaBytes: 2_000_000_000 }, { quotaBytes: null }]);
  });

  it('changes a role, sends a link and vouches for an address, and says whose role must stay', async () => {
    const SET = 'PUT /v1/admin/accounts/3/role';
    let answer: unknown = refusal('last_admin', 409);
    const heard = answerCalls({
      [ACCOUNTS]: { accounts: [{ ...NOE, usedAt: null }], next: null },
      [SET]: () => answer,
      'GET /v1/config': configOf({ sendsMail: true }),
      'POST /v1/admin/accounts/3/reset-link': { link: null },
      'POST /v1/admin/accounts/3/verified': { status: 'ok' },
    });
    const { role, link, verify } = accountStrings;
    show('/home/admin?rubrique=comptes');
    await expect.element(page.getByText(accountStrings.never)).toBeVisible();
    await choose(role.change);
    await page.getByRole('radio', { name: roleNames.editor }).click();
    await page.getByRole('button', { name: role.save }).click();
    await expect.element(page.getByText(role.last)).toBeVisible();
    answer = { status: 'ok' };
    await page.getByRole('button', { name: role.save }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(page.getByRole('cell', { name: roleNames.editor })).toBeVisible();
    await choose(link.send);
    await page.getByRole('button', { name: link.question('', '', true).confirm }).click();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    await choose(verify.act);
    await page.getByRole('button', { name: verify.question('').confirm }).click();
    await expect.element(page.getByText(accountStrings.unverified)).not.toBeInTheDocument();
    expect(heard.filter(({ call }) => !call.startsWith('GET')).map(({ call, body }) => [call, body])).toEqual([
      [SET, { role: 'editor' }],
      [SET, { role: 'editor' }],
      ['POST /v1/admin/accounts/3/reset-link', undefined],
      ['POST /v1/admin/accounts/3/verified', undefined],
    ]);
  });

  it('makes an account, and shows the link to pass on where the site sends no mails', async () => {
    const heard = answerCalls({
      [ACCOUNTS]: { accounts: [NOE], next: null },
      'POST /v1/admin/accounts': { link: '/resetpassword#abc' },
    });
    const { make, link } = accountStrings;
    show('/home/admin?rubrique=comptes');
    await page.getByRole('button', { name: make.open }).click();
    await page.getByLabelText(make.name, { exact: true }).fill('Léa');
    await page.getByRole('button', { name: make.save }).click();
    await expect.element(page.getByText(make.badEmail)).toBeVisible();
    await page.getByLabelText(make.email, { exact: true }).fill('lea@example.org');
    await page.getByRole('radio', { name: roleNames.editor }).click();
    await page.getByRole('button', { name: make.save }).click();
    await expect
      .element(page.getByLabelText(link.field, { exact: true }))
      .toHaveValue(`${location.origin}/resetpassword#abc`);
    expect(heard.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
      name: 'Léa',
      email: 'lea@example.org',
      role: 'editor',
    });
  });

  it('sorts the accounts by a column, and turns it around', async () => {
    const heard = answerCalls({
      [ACCOUNTS]: { accounts: [NOE], next: null },
      [`${ACCOUNTS_OF}sort=name&order=asc`]: { accounts: [NOE], next: null },
      [`${ACCOUNTS_OF}sort=name&order=desc`]: { accounts: [NOE], next: null },
    });
    await page.viewport(1280, 800);
    show('/home/admin?rubrique=comptes');
    const heading = page.getByRole('columnheader', { name: accountStrings.columns.name });
    await heading.getByRole('button').click();
    await expect.element(heading).toHaveAttribute('aria-sort', 'ascending');
    await heading.getByRole('button').click();
    await expect.element(heading).toHaveAttribute('aria-sort', 'descending');
    await expect.element(page.getByText('noe@example.org')).toBeVisible();
    await expect.element(heading.getByRole('button')).toHaveFocus();
    expect(heard).toHaveLength(3);
  });

  it('leaves as soon as an admin has lowered the own role', async () => {
    const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', picture: null };
    answerCalls({
      [ACCOUNTS]: { accounts: [{ ...NOE, ...ana, role: 'admin' }], next: null },
      'PUT /v1/admin/accounts/1/role': { status: 'ok' },
      'GET /v1/user/me': { user: { ...ana, role: 'editor' } },
    });
    const { role } = accountStrings;
    show('/home/admin?rubrique=comptes');
    await choose(role.change, 'Ana');
    await page.getByRole('radio', { name: roleNames.editor }).click();
    await page.getByRole('button', { name: role.save }).click();
    await expect.element(page.getByText('at /home/parcours')).toBeVisible();
  });

  it.each([
    ['journal', adminStrings.entry.map('Le quai')],
    ['comptes', 'noe@example.org'],
    ['parcours', 'Le quai'],
    ['travaux', adminStrings.job.none],
    ['serveur', 'GUESTS_PER_HOUR'],
  ])('has no fault in its section %s in either look, at any size, and nothing that Tab misses', async (id, shown) => {
    const startedAt = '2026-11-21T19:17:00.000Z';
    const quay: AdminMap = {
      ...{ id: ParcoursId.parse(7), name: 'Le quai', createdAt: startedAt, state: 'shown' },
      ...{ members: 2, places: 3, bytes: 1_000_000 },
    };
    const server: AdminServer = {
      ...{ version: '1.2.3', node: '20.1.0', startedAt, disk: { freeBytes: 10 ** 11, totalBytes: 10 ** 12 } },
      stored: { accounts: 2, maps: 1, places: 3, bytes: { audio: 10 ** 9, renditions: 10 ** 8, images: 10 ** 6 } },
      settings: [
        { name: 'GUESTS_PER_HOUR', value: '60' },
        { name: 'RECORDING_DAYS_UNTIL_DELETED', value: '30' },
      ],
    };
    const jobs: AdminJobs = { waveformsWaiting: 0, renditionsWaiting: 0, renditionsFailed: 0, jobs: [] };
    answerCalls({
      [TRAIL]: list(null, entry()),
      [ACCOUNTS]: { accounts: [NOE], next: null } satisfies AdminAccounts,
      'GET /v1/admin/maps?search=&sort=created&order=desc': { maps: [quay], next: null } satisfies AdminMaps,
      'GET /v1/admin/jobs': jobs,
      'GET /v1/admin/server': server,
    });
    show(`/home/admin?rubrique=${id}`);
    await expect.element(page.getByRole('main').getByText(shown).first()).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
    expect(await missedByTabHere()).toEqual([]);
  });

  it('keeps the loaded entries if the next page fails', async () => {
    answerCalls({ [TRAIL]: list(9, entry()), [`${TRAIL}?before=9`]: refusal('internal', 500) });
    show();
    await page.getByRole('button', { name: adminStrings.more }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByRole('rowheader', { name: auditActions.left })).toBeVisible();
  });

  it('says why a list could not be loaded, and loads it again', async () => {
    let answers = 0;
    answerCalls({ [TRAIL]: () => (answers++ < 1 ? refusal('internal', 500) : list(null, entry())) });
    show();
    await page.getByRole('alert').getByRole('button', { name: strings.app.retry }).click();
    await expect.element(page.getByRole('rowheader', { name: auditActions.left })).toBeVisible();
  });

  it('says why an export failed', async () => {
    answerCalls({ [TRAIL]: list(null, entry()), 'GET /v1/admin/trail.csv': refusal('forbidden', 403) });
    show();
    await page.getByRole('button', { name: adminStrings.filter.export }).click();
    await expect.element(page.getByText(strings.errors.forbidden)).toBeVisible();
  });
});
