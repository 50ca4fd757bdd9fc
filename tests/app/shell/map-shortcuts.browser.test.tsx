import { useState } from 'react';
import { ref } from 'valtio';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { useMapShortcuts } from '../../../app/shell/map-shortcuts.ts';
import { ShortcutSheet } from '../../../app/shell/shortcut-sheet.tsx';
import { shortcutStrings } from '../../../app/shell/shortcut-words.ts';
import { listening, playPlace, startListening } from '../../../app/walk/listening.ts';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const gate = PlaceId.parse(1);
const bridge = PlaceId.parse(2);
const root = rootPerTest('main', () => {
  scope.dispose();
  places.list = ref([]);
  storage.forgetAll();
});
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  const media = { data: mediaLink({ link: longStory(), length: 60 }) };
  places.list = ref([listedPlace(gate, { media }), listedPlace(bridge, { media })]);
});

function Screen({ hasPlayer = true }: { readonly hasPlayer?: boolean }) {
  const [done, setDone] = useState<readonly string[]>([]);
  const [helps, setHelps] = useState(false);
  const note = (what: string) => setDone((before) => [...before, what]);
  useMapShortcuts({
    isOn: true,
    hasPlayer,
    view: null,
    onSearch: () => note('search'),
    onHelp: () => setHelps(true),
    onClose: () => {
      note('close');
      return true;
    },
  });
  return (
    <>
      <p>{done.join(' ')}</p>
      <ShortcutSheet open={helps} onClose={() => setHelps(false)} />
    </>
  );
}

const keys = (text: string) => userEvent.keyboard(text);
const sheet = page.getByRole('dialog', { name: shortcutStrings.title });

it('space plays and pauses, left and right seek by ten seconds', async () => {
  root.render(<Screen />);
  playPlace(gate);
  await expect.poll(() => listening.audio.phase).toBe('playing');
  await keys(' ');
  await expect.poll(() => listening.audio.phase).toBe('paused');
  const before = listening.audio.positionS;
  await keys('{ArrowRight}{ArrowRight}');
  await expect.poll(() => listening.audio.positionS).toBeCloseTo(before + 20, 1);
  await keys('{ArrowLeft}');
  await expect.poll(() => listening.audio.positionS).toBeCloseTo(before + 10, 1);
  await keys(' ');
  await expect.poll(() => listening.audio.phase).toBe('playing');
});

it('down and up select the next and the previous place, and stop at the ends', async () => {
  root.render(<Screen />);
  await keys('{ArrowDown}');
  await expect.poll(() => listening.walk.selected).toBe(gate);
  await keys('{ArrowDown}{ArrowDown}');
  await expect.poll(() => listening.walk.selected).toBe(bridge);
  await keys('{ArrowUp}');
  await expect.poll(() => listening.walk.selected).toBe(gate);
});

it('a slash searches, Escape closes panels beside the map', async () => {
  root.render(<Screen />);
  await keys('/{Escape}');
  await expect.element(page.getByText('search close')).toBeVisible();
});

it('the editor and the rehearsal keep their keys; search and help stay', async () => {
  root.render(<Screen hasPlayer={false} />);
  await keys('{ArrowDown}{Escape}/');
  await expect.element(page.getByText('search', { exact: true })).toBeVisible();
  expect(listening.walk.selected).toBeNull();
});

it('a question mark opens the help, which lists, and can disable, them; Escape closes it', async () => {
  root.render(<Screen />);
  await keys('?');
  await expect.element(sheet).toBeVisible();
  for (const { effect } of shortcutStrings.entries) await expect.element(sheet.getByText(effect)).toBeVisible();
  expect(await faultsHere()).toEqual([]);
  await sheet.getByRole('switch', { name: shortcutStrings.isOn }).click();
  await keys('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await keys('/{ArrowDown}?{Escape}');
  // Escape is not a character key, which might be pressed by mistake.
  await expect.element(page.getByText('close', { exact: true })).toBeVisible();
  expect([listening.walk.selected, sheet.elements()]).toEqual([null, []]);
});
