import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { notices } from '../../../app/page/notice-queue.ts';
import { CreateParcoursScreen } from '../../../app/parcours/create-parcours-screen.tsx';
import { createParcoursStrings } from '../../../app/parcours/parcours-words.ts';
import { session } from '../../../app/session/session.ts';
import { NoticeStack } from '../../../app/shell/notice-stack.tsx';
import { strings } from '../../../app/ui/common-words.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { readFault } from '../../support/page/form-fault.ts';
import { rootPerTest } from '../../support/page/react-root.ts';

const words = createParcoursStrings;
const made = { id: 7, title: 'Le phare', description: 'Au bout de la jetée.', privilege: 'admin' };

const root = rootPerTest('main', () => {
  forgetSession();
  session.user = null;
  notices.shown = [];
});
beforeEach(() => {
  session.user = { id: UserId.parse(1), name: 'Olga', email: 'olga@example.org', role: 'user', picture: null };
});

test('the form reports a missing field, keeps its input after a failure, then creates the map', async () => {
  answerCalls({});
  root.render(
    <MemoryRouter initialEntries={['/home/createparcours']}>
      <Routes>
        <Route path="/home/createparcours" element={<CreateParcoursScreen />} />
        <Route path="/home" element={<p>the map</p>} />
      </Routes>
      <NoticeStack />
    </MemoryRouter>,
  );
  const title = page.getByLabelText(words.name);
  const submit = page.getByRole('button', { name: words.submit, exact: true });
  await submit.click();
  await expect.poll(readFault).toEqual({ words: words.missingTitle, fields: ['title'], focus: 'title' });
  expect(await screenFaultsHere()).toEqual([]);
  await userEvent.fill(title, made.title);
  await submit.click();
  await expect
    .poll(readFault)
    .toEqual({ words: words.missingDescription, fields: ['description'], focus: 'description' });
  await userEvent.fill(page.getByLabelText(words.description), made.description);
  await submit.click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(`Failed to create parcours: ${strings.errors.network}`);
  await expect.element(title).toHaveValue(made.title);

  answerCalls({ 'POST /v1/map/parcours': { newParcours: made }, 'GET /v1/map/maps-for-user': [] });
  await submit.click();
  await expect.element(page.getByText('Parcours created successfully!')).toBeVisible();
  await expect.element(page.getByText('the map')).toBeVisible();
});
