import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { outbox } from '../../../../app/drops/drop-services.ts';
import { DropTool } from '../../../../app/drops/drop-tool.tsx';
import { dropStrings } from '../../../../app/drops/drop-words.ts';
import { fillCard, openPlanned } from '../../../../app/drops/fill/fill.ts';
import { FillCard, useCardPlace } from '../../../../app/drops/fill/fill-card.tsx';
import { fillStrings as words } from '../../../../app/drops/fill/fill-words.ts';
import { plan } from '../../../../app/places/plan.ts';
import { location } from '../../../../app/position/location.ts';
import { session } from '../../../../app/session/session.ts';
import { strings } from '../../../../app/ui/common-words.ts';
import type { PlannedPlace } from '../../../../contracts/planned-place.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';
import { screenFaultsHere } from '../../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { rootPerTest } from '../../../support/page/react-root.ts';

const lea = { id: UserId.parse(5), name: 'Léa', email: 'lea@example.org', role: 'user' as const, picture: null };
const wash: PlannedPlace = {
  ...{ id: PlaceId.parse(21), appelation: 'Le lavoir', map: { id: ParcoursId.parse(7) }, state: 'planned' },
  ...{ feature: { type: 'Point', coordinates: [2.3, 48.8] }, asked: { id: lea.id, name: 'Léa' }, filledBy: null },
};

const root = rootPerTest('main', () => {});
beforeEach(() => {
  answerCalls({});
  session.user = lea;
  plan.list = ref([wash]);
  location.fix = { lng: 2.3, lat: 48.8, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 0 };
});
afterEach(() => {
  session.user = null;
  plan.list = ref([]);
  outbox.items = ref([]);
  location.fix = null;
  Object.assign(fillCard, { openId: null, closedIds: [] });
});

/** The card, as the map shows it. */
function Chosen() {
  return <FillCard planned={useCardPlace()} />;
}

const card = page.getByRole('region', { name: words.card.planned });

describe('the card of a planned place', () => {
  it('tells the contributor who stands there that the place waits for their voice, and that they are asked', async () => {
    root.render(<Chosen />);
    await expect.element(card).toHaveTextContent('Le lavoir');
    await expect.element(page.getByRole('status')).toHaveTextContent(`${words.card.planned} : Le lavoir`);
    await expect.element(card.getByText(words.askedYou)).toBeVisible();
    await expect.element(card.getByRole('button', { name: words.record })).toBeVisible();
    expect(await screenFaultsHere()).toEqual([]);
    await card.getByRole('button', { name: strings.app.close }).click();
    await expect.element(card).not.toBeInTheDocument();
    openPlanned(wash.id);
    await expect.element(card).toBeVisible();
  });

  it('opens an upload whose one destination is the place, under its title', async () => {
    root.render(
      <>
        <Chosen />
        <DropTool readCentre={() => null} onAiming={() => {}} onShowBox={() => {}} />
      </>,
    );
    await card.getByRole('button', { name: dropStrings.openFile }).click();
    await expect.element(card).not.toBeInTheDocument();
    await expect.element(page.getByRole('radio')).toHaveAccessibleName(/Le lavoir/);
    await expect.element(page.getByLabelText(dropStrings.name)).toHaveValue('Le lavoir');
  });

  it('says why a filled place can’t be recorded, to its author', async () => {
    plan.list = ref([{ ...wash, state: 'draft', filledBy: PlaceId.parse(22) }]);
    openPlanned(wash.id);
    root.render(<Chosen />);
    await expect.element(page.getByRole('region', { name: words.card.draft })).toBeVisible();
    await expect.element(page.getByRole('button', { name: words.record })).not.toBeInTheDocument();
  });
});
