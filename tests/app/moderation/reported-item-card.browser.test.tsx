import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { queueStrings } from '../../../app/moderation/queue/queue-words.ts';
import { ReportedItemCard } from '../../../app/moderation/queue/reported-item-card.tsx';
import type { ModeratedItem } from '../../../contracts/moderation.ts';
import type { PlaceWords } from '../../../contracts/telling.ts';
import { ParcoursId, PictureId, PlaceId, ReportId, UserId } from '../../../contracts/vocabulary.ts';
import { faultsHere } from '../../support/accessibility/axe-here.ts';
import { screenFaultsHere } from '../../support/accessibility/layout-here.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { setUpRolePage } from '../../support/page/role-page.tsx';
import '../../../app/ui/tokens.css';
import '../../../app/ui/base.css';

const showTo = setUpRolePage();
const parcoursId = ParcoursId.parse(7);
const sound = (link: string) => ({ link, length: 3, peaks: null, rendition: null, loudness: null });
const reported: ModeratedItem = {
  thing: { kind: 'place', id: PlaceId.parse(3) },
  name: 'Le jardin',
  map: { id: parcoursId, name: 'Le quai' },
  description: '',
  author: null,
  state: 'shown',
  media: sound('/v1/media/now.wav'),
  told: [],
  reportedAs: [],
  reports: [
    {
      id: ReportId.parse(1),
      reason: 'hate',
      words: 'À 0:30',
      madeAt: '2026-11-02T10:00:00.000Z',
      reporter: 'Noé',
      outside: null,
    },
  ],
  measures: [],
};
const changed: ModeratedItem = {
  ...reported,
  reportedAs: [
    {
      ...{ name: 'Le pont', description: '', media: sound('/v1/media/then.wav'), told: [], texts: [] },
      reportedAt: '2026-11-02T10:00:00.000Z',
    },
  ],
};

function show(found: ModeratedItem): void {
  showTo(
    { id: UserId.parse(2), name: 'Zoé', email: 'zoe@example.org', role: 'admin', picture: null },
    <>
      <h1>{queueStrings.title}</h1>
      <h2>{queueStrings.open}</h2>
      <ul style={{ listStyle: 'none', padding: 0 }}>
        <ReportedItemCard found={found} />
      </ul>
    </>,
  );
}

const sources = () => [...document.querySelectorAll('audio')].map((audio) => audio.getAttribute('src') ?? '');

it('plays only the current story if it is unchanged since the report', async () => {
  show(reported);
  await expect.element(page.getByRole('heading', { name: 'Le jardin' })).toBeVisible();
  expect(sources()).toEqual([expect.stringContaining('now.wav')]);
  await expect.element(page.getByText(queueStrings.changed)).not.toBeInTheDocument();
});

it('says that a story was changed since its report, and also plays the reported version', async () => {
  show(changed);
  await expect.element(page.getByText('Modifié depuis le signalement')).toBeVisible();
  await expect.element(page.getByText(/^«\u00a0Le pont\u00a0», le 2 nov/)).toBeVisible();
  expect(sources()).toEqual([expect.stringContaining('now.wav'), expect.stringContaining('then.wav')]);
  await expect.element(page.getByLabelText(queueStrings.listenReported('Le pont'))).toBeVisible();
  expect(await faultsHere()).toEqual([]);
});

it('shows a map’s reported name and description', async () => {
  const [version] = changed.reportedAs;
  show({
    ...changed,
    thing: { kind: 'map', id: parcoursId },
    name: 'Le quai',
    media: null,
    reportedAs: version === undefined ? [] : [{ ...version, description: 'Des insultes', media: null }],
  });
  await expect.element(page.getByText('Des insultes')).toBeVisible();
  await expect.element(page.getByText(queueStrings.bothSounds)).not.toBeInTheDocument();
});

it('plays the sounds of versions under their names, now and as reported', async () => {
  const told = (language: string, link: string) => ({ language, kind: 'children' as const, media: sound(link) });
  show({
    ...reported,
    told: [told('en', '/v1/media/now.en.wav')],
    reportedAs: changed.reportedAs.map((version) => ({ ...version, told: [told('de', '/v1/media/then.de.wav')] })),
  });
  await expect.element(page.getByText('Anglais · Pour les enfants')).toBeVisible();
  await expect.element(page.getByText('Allemand · Pour les enfants')).toBeVisible();
  const [now, then] = [
    queueStrings.listen('Le jardin, Anglais · Pour les enfants'),
    queueStrings.listenReported('Le pont, Allemand · Pour les enfants'),
  ];
  expect(page.getByLabelText(now).element().getAttribute('src')).toContain('now.en.wav');
  expect(page.getByLabelText(then).element().getAttribute('src')).toContain('then.de.wav');
  expect(await faultsHere()).toEqual([]);
});

it('shows what a story said when it was reported, if it says something else now', async () => {
  const said = {
    name: '',
    link: 'https://example.org/pire',
    pictures: [{ id: PictureId.parse(4), description: 'Un banc' }],
  };
  const transcript = { vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nPersonne ne vient.', state: 'approved' as const };
  const text = { language: 'fr', kind: 'standard' as const, text: 'Des **insultes**.', transcript, ...said };
  show({ ...reported, reportedAs: changed.reportedAs.map((version) => ({ ...version, texts: [text] })) });
  await page.getByRole('button', { name: /^Textes au moment du signalement/ }).click();
  const sheet = page.getByRole('dialog');
  for (const shown of ['Des insultes.', said.link, 'Personne ne vient.', 'Un banc']) {
    await expect.element(sheet.getByText(shown)).toBeVisible();
  }
  await expect.element(sheet.getByRole('link')).not.toBeInTheDocument();
  expect(await screenFaultsHere()).toEqual([]);
});

it('says that the texts of a report were left out, where too many wait', async () => {
  show({ ...reported, reportedAs: changed.reportedAs.map((version) => ({ ...version, texts: null })) });
  await expect.element(page.getByText(queueStrings.texts.leftOut)).toBeVisible();
});

it('shows the texts and pictures of a reported place', async () => {
  const pictureId = PictureId.parse(4);
  const link = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  const file = { type: 'image/jpeg' as const, width: 1920, bytes: 35, link };
  const empty = {
    kind: 'standard' as const,
    name: '',
    text: '',
    link: null,
    pictures: [],
    transcript: null,
    media: null,
  };
  const said: PlaceWords = {
    id: PlaceId.parse(3),
    tellings: [
      { ...empty, language: 'fr', text: 'Un **vieux** jardin.', link: 'https://example.org/jardin' },
      {
        ...{ ...empty, language: 'en', name: 'The garden' },
        pictures: [{ id: pictureId, description: 'A bench' }],
        transcript: { vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nNobody comes here.', state: 'approved' },
        media: sound('/v1/media/en.wav'),
      },
    ],
    pictures: [{ id: pictureId, credit: 'Photo : Ana', width: 1920, height: 1280, files: [file] }],
  };
  answerCalls({ 'GET /v1/place/3/words': said });
  show(reported);
  await page.getByRole('button', { name: queueStrings.actOn(queueStrings.texts.open, 'Le jardin') }).click();
  const sheet = page.getByRole('dialog');
  await expect.element(sheet.getByText('Un vieux jardin.')).toBeVisible();
  for (const text of ['https://example.org/jardin', 'The garden', 'Nobody comes here.', 'Photo : Ana', 'A bench']) {
    await expect.element(sheet.getByText(text)).toBeVisible();
  }
  const image = () => sheet.element().querySelector('img')?.getBoundingClientRect().right;
  expect(image()).toBeLessThanOrEqual(sheet.element().getBoundingClientRect().right);
  await expect.element(sheet.getByRole('link')).not.toBeInTheDocument();
  expect(await screenFaultsHere()).toEqual([]);
});
