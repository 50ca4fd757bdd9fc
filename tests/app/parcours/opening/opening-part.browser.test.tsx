import { ref, useSnapshot } from 'valtio';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OpeningPart } from '../../../../app/parcours/opening/opening-part.tsx';
import { openingStrings as words } from '../../../../app/parcours/opening/opening-words.ts';
import { parcours } from '../../../../app/parcours/parcours.ts';
import { FORMER_SLUGS_MAX } from '../../../../contracts/limits.ts';
import { embedSnippet, Slug, type Visibility } from '../../../../contracts/open-parcours.ts';
import { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { packedMap } from '../../../support/packs/kept-pack.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { setUpRolePage } from '../../../support/page/role-page.tsx';

const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const quay = { ...packedMap, id: ParcoursId.parse(7), name: 'Le Quai d’été', privilege: 'admin' as const };
const PUT = 'PUT /v1/map/map/7/opening';

const showTo = setUpRolePage();

function Part() {
  const [map] = useSnapshot(parcours).list;
  return map === undefined ? null : <OpeningPart map={map} />;
}

/** Shows the part to an admin of the parcours, which is or was open like this. */
function show(opening?: { visibility: Visibility | null; slug: string }): void {
  const was = opening === undefined ? {} : { opening: { ...opening, slug: Slug.parse(opening.slug) } };
  Object.assign(parcours, { status: 'ready', list: ref([{ ...quay, ...was }]) });
  showTo(ana, <Part />);
}

const answerWith = (visibility: Visibility | null, slug: string) => ({
  ...{ id: quay.id, name: quay.name, description: '', image_url: null, privilege: 'admin' },
  opening: { visibility, slug },
});
const radio = (name: string) => page.getByRole('radio', { name });
const address = () => page.getByRole('textbox', { name: words.address, exact: true });
const save = () => page.getByRole('button', { name: words.save });
const link = () => page.getByRole('textbox', { name: words.publicLink });

beforeEach(() => {
  answerCalls({});
});

test('an admin opens a parcours at an address proposed from its name, and gets the public link', async () => {
  const calls = answerCalls({ [PUT]: answerWith('link', 'le-quai-d-ete') });
  show();
  await expect.element(radio(words.members)).toBeChecked();
  expect(page.getByText(words.becomesPublic).elements()).toEqual([]);
  await radio(words.link).click();
  await expect.element(page.getByText(words.becomesPublic)).toBeVisible();
  await expect.element(address()).toHaveValue('le-quai-d-ete');
  expect(await screenFaultsHere()).toEqual([]);
  await save().click();
  await expect.element(link()).toHaveValue(`${location.origin}/p/le-quai-d-ete`);
  expect(calls).toEqual([{ call: PUT, body: { visibility: 'link', slug: 'le-quai-d-ete' } }]);
});

test('an admin of an open parcours gets its feed, and the code that shows it on another site', async () => {
  show({ visibility: 'link', slug: 'les-quais' });
  await page.getByText(words.elsewhere).click();
  const feed = page.getByRole('textbox', { name: words.feed });
  await expect.element(feed).toHaveValue(`${location.origin}/p/les-quais/feed.xml`);
  const code = page.getByRole('textbox', { name: words.frame });
  await expect.element(code).toHaveValue(embedSnippet(`${location.origin}/embed/les-quais`, quay.name));
  expect(await screenFaultsHere()).toEqual([]);
});

test('an address that another parcours has, or that can be none, is refused in words', async () => {
  answerCalls({ [PUT]: refusal('conflict', 409) });
  show();
  await radio(words.catalogue).click();
  await address().fill('Été !');
  await save().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.invalid);
  await address().fill('le-quai');
  await save().click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(words.taken);
});

test('a closed parcours keeps its address, and an admin who changes it is warned of the printed one', async () => {
  show({ visibility: 'catalogue', slug: 'les-quais' });
  await expect.element(link()).toHaveValue(`${location.origin}/p/les-quais`);
  await address().fill('les-ponts');
  await expect.element(page.getByText(words.oldAddress(FORMER_SLUGS_MAX))).toBeVisible();
  const calls = answerCalls({ [PUT]: answerWith(null, 'les-quais') });
  await radio(words.members).click();
  await expect.element(page.getByText(words.closes)).toBeVisible();
  await save().click();
  await expect.element(save()).not.toBeInTheDocument();
  expect(calls).toEqual([{ call: PUT, body: { visibility: null, slug: null } }]);
});
