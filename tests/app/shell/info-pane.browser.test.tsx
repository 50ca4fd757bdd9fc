import { createRoot, type Root } from 'react-dom/client';
import { ref } from 'valtio';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { InfoPane } from '../../../app/shell/info-pane.tsx';
import { members } from '../../../app/state/members.ts';
import { forgetParcours, parcours, selectParcours } from '../../../app/state/parcours.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';

const id = ParcoursId.parse(7);
const person = (number: number) => ({ id: UserId.parse(number), name: `Personne ${number}`, picture: null });

let root: Root | null = null;

afterEach(() => {
  root?.unmount();
  forgetParcours();
  members.mapId = null;
  members.list = [];
});

test('the first members of a parcours stand for all, with their number, until everybody is known', async () => {
  parcours.list = ref([
    {
      id,
      name: 'Le quai',
      description: 'Pas à pas',
      image_url: null,
      privilege: 'drop',
      users: [person(1), person(2)],
      user_count: 3,
    },
  ]);
  selectParcours(id);
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  root = createRoot(container);
  root.render(<InfoPane />);
  await expect.element(page.getByText('3\u00a0membres')).toBeVisible();
  await expect.element(page.getByText('Personne 2', { exact: true })).toBeVisible();
  expect(page.getByText('Personne 3', { exact: true }).elements()).toEqual([]);

  members.list = [1, 2, 3].map((number) => ({ ...person(number), privilege: 'drop' }));
  members.mapId = id;
  await expect.element(page.getByText('Personne 3', { exact: true })).toBeVisible();
});
