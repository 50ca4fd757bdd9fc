import { ref } from 'valtio';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { closeRecorderCard, dropMode, recorderCard } from '../../../app/drops/drop-mode.ts';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { RecordTool } from '../../../app/drops/record/record-tool.tsx';
import { mapStrings } from '../../../app/map/map-words.ts';
import { editorTools, isDrawing, switchEditorTools } from '../../../app/parcours/editor-tools.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { places } from '../../../app/places/places.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session } from '../../../app/session/session.ts';
import { DrawButton, EmptyMap } from '../../../app/shell/empty-map.tsx';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { ParcoursId, type Privilege, type Role, UserId } from '../../../contracts/vocabulary.ts';
import { faultsHereInBothLooks } from '../../support/accessibility/axe-here.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';

const id = ParcoursId.parse(1);
const root = rootPerTest('main', () => {
  closeRecorderCard();
  switchEditorTools(false);
  storage.forgetAll();
  dropMode.chosen = null;
  session.user = null;
  Object.assign(parcours, { list: ref([]), selectedIds: [] });
  Object.assign(places, { status: 'idle', list: ref([]) });
});
const card = page.getByRole('region', { name: mapStrings.empty });
const draw = card.getByRole('button', { name: mapStrings.draw });
const drop = card.getByRole('button', { name: dropStrings.open });

beforeEach(() => {
  Object.assign(places, { status: 'ready', list: ref([]) });
});

function be(role: Role, privilege: Privilege): void {
  const rest = { name: 'Le quai', description: '', image_url: null, users: [], user_count: 1 };
  Object.assign(parcours, { list: ref([{ ...rest, id, privilege }]), selectedIds: [id] });
  session.user = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role, picture: null };
  root.render(<EmptyMap />);
}

it('leads an author to drawing, or to a drop', async () => {
  be('editor', 'editor');
  await expect.element(drop).toBeVisible();
  expect(await faultsHereInBothLooks()).toEqual([]);
  await draw.click();
  expect(isDrawing(editorTools)).toBe(true);
});

it('leads a contributor to the drop alone, and repeats no button that the map has', async () => {
  be('user', 'drop');
  await expect.element(draw).not.toBeInTheDocument();
  await drop.click();
  expect(recorderCard.isOpen).toBe(true);
  await expect.element(card).toBeVisible();
  await expect.element(drop).not.toBeInTheDocument();
});

it('is with the button that leaves a drop: only one of them is the first choice', async () => {
  dropMode.chosen = true;
  for (const [role, privilege, first] of [
    ['editor', 'editor', mapStrings.draw],
    ['user', 'drop', dropStrings.openShort],
  ] as const) {
    be(role, privilege);
    root.render(
      <>
        <EmptyMap />
        <RecordTool isAway={false} isForEditor={false} />
      </>,
    );
    const main = () => [...document.querySelectorAll('button[class*="primary"]')].map(({ textContent }) => textContent);
    await expect.poll(main).toEqual([first]);
  }
});

it('says nothing to a guest, before the places are loaded, or once there is one', async () => {
  be('guest', 'guest');
  await expect.element(card).not.toBeInTheDocument();
  be('user', 'drop');
  await expect.element(card).toBeVisible();
  places.status = 'loading';
  await expect.element(card).not.toBeInTheDocument();
  Object.assign(places, { status: 'ready', list: ref([listedPlace(1)]) });
  await expect.element(card).not.toBeInTheDocument();
});

it('a button of the map opens the editor again for people who have drawn there', async () => {
  be('editor', 'editor');
  root.render(<DrawButton />);
  const again = page.getByRole('button', { name: mapStrings.draw });
  places.list = ref([listedPlace(3, { map: { id }, userId: UserId.parse(9) })]);
  await expect.element(again).not.toBeInTheDocument();
  places.list = ref([listedPlace(3, { map: { id }, userId: UserId.parse(1) })]);
  await again.click();
  expect(isDrawing(editorTools)).toBe(true);
});
