import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ErasurePart } from '../../../../app/account/my-data/erasure-part.tsx';
import { myDataStrings } from '../../../../app/account/my-data/my-data-words.ts';
import { updateUser } from '../../../../app/session/session.ts';
import { UserId } from '../../../../contracts/vocabulary.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';

const words = myDataStrings.erasure;
const ana = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };
const map = (id: number, name: string) => ({ id, name, drops: 2, othersDrops: 1, members: 0 });

const root = rootPerTest();

it('deletes nothing if more maps would go than were shown; shows them and asks again', async () => {
  updateUser(ana);
  const lost = [map(7, 'Le quai')];
  let answer: Response | null = refusal('conflict', 409);
  const calls = answerCalls({
    'GET /v1/user/me/erasure': () => ({ confirmBy: 'password', lost, dropsElsewhere: 0, parcoursElsewhere: 0 }),
    'POST /v1/user/me/erasure': () => answer ?? new Response(null, { status: 204 }),
  });
  root.render(
    <MemoryRouter>
      <ErasurePart user={ana} />
    </MemoryRouter>,
  );
  const confirm = page.getByRole('button', { name: words.confirm });
  const password = page.getByLabelText(words.password);
  await page.getByRole('button', { name: words.open }).click();
  await expect.element(page.getByText('Le quai')).toBeVisible();
  lost.push(map(9, 'Le phare'));
  await password.fill('une belle promenade');
  await confirm.click();

  await expect.element(page.getByText(words.stale)).toBeVisible();
  await expect.element(page.getByText('Le phare')).toBeVisible();
  await expect.element(password).toHaveValue('');
  await expect.element(confirm).toBeDisabled();
  answer = null;
  await password.fill('une belle promenade');
  await confirm.click();
  const bodies = () => calls.flatMap(({ call, body }) => (call.startsWith('POST /v1/user/me/erasure') ? [body] : []));
  await expect.poll(() => bodies().length).toBe(2);
  const common = { drops: 'delete', password: 'une belle promenade' };
  expect(bodies()).toEqual([
    { ...common, lost: [7] },
    { ...common, lost: [7, 9] },
  ]);
});
