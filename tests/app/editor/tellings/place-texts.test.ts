import { ref } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deletePicture } from '../../../../app/editor/tellings/pictures/picture-edits.ts';
import {
  closeWords,
  discardTexts,
  openWords,
  placeWords,
  removeTelling,
  saveTexts,
  settleConflicts,
  writeText,
} from '../../../../app/editor/tellings/place-texts.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { keepsWords } from '../../../../app/platform/storage/unsaved.ts';
import { session } from '../../../../app/session/session.ts';
import { words } from '../../../../app/tellings/words.ts';
import type { PlaceWords, Telling } from '../../../../contracts/telling.ts';
import { PictureId, UserId } from '../../../../contracts/vocabulary.ts';
import { answerCalls, refusal } from '../../../support/page/answers.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';
import { drawnPicture } from '../../../support/samples/picture.ts';
import { parcoursWords } from '../../../support/samples/tellings.ts';

const bench = listedPlace(7, { appelation: 'Le banc' });
const telling = (given: Partial<Telling> = {}): Telling => ({
  ...{ language: 'en', kind: 'standard', name: 'The bench', text: 'Old', link: null, pictures: [] },
  ...{ transcript: null, media: null },
  ...given,
});
const about = { language: 'fr', facts: {}, translations: [] };
const READ = 'GET /v1/place/7/words';
const WRITE = 'PUT /v1/place/7/tellings/en/standard';

/** What the server has, and does. */
let stored: Telling[];
let answers: Record<string, unknown>;
let heard: ReturnType<typeof answerCalls>;

beforeEach(async () => {
  session.user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'editor', picture: null };
  stored = [telling()];
  answers = {
    [READ]: () => ({ id: bench.id, tellings: stored, pictures: [] }) satisfies PlaceWords,
    'GET /v1/map/map/1/words': { version: '1', linkQuery: '?', words: { id: 1, about, places: [] } },
    [WRITE]: ({ body }: RequestInit) => {
      stored = [telling(JSON.parse(String(body)) as Partial<Telling>)];
      return stored[0];
    },
    'DELETE /v1/place/7/tellings/en/standard': { status: 'ok' },
  };
  heard = answerCalls(answers);
  await openWords(bench);
});
afterEach(() => {
  closeWords();
  words.byMap = ref(new Map());
  session.user = null;
  storage.forgetAll();
  vi.unstubAllGlobals();
});

const written = (code = 'en.standard') => placeWords.drafts[code]?.now;
const sent = () => heard.filter(({ call }) => call === WRITE).map(({ body }) => body);

describe('texts that aren’t saved', () => {
  it('come back with their place after the page was closed, until they are saved', async () => {
    writeText('en.standard', 'text', 'Mine');
    closeWords();
    await openWords(bench);
    expect(written()).toEqual({ name: 'The bench', text: 'Mine' });
    expect(await saveTexts('en.standard')).toBe(true);
    expect(sent()).toEqual([{ name: 'The bench', text: 'Mine', link: null, pictures: [] }]);
    expect(placeWords.drafts).toEqual({});
    expect(storage.read('unsavedWords')).toEqual([]);
  });

  it('outlive what is written while their place loads again, or after it was closed', async () => {
    writeText('en.standard', 'text', 'Mine');
    closeWords();
    writeText('en.standard', 'link', 'drop-ici.fr');
    const loaded = openWords(bench);
    writeText('en.standard', 'name', 'The seat');
    await loaded;
    expect(written()).toEqual({ name: 'The seat', text: 'Mine' });
  });

  it('are there without a network, and the parcours is not asked for a language that walkers know', async () => {
    writeText('en.standard', 'text', 'Mine');
    closeWords();
    words.byMap = ref(new Map([[bench.map.id, parcoursWords()]]));
    delete answers[READ];
    const before = heard.length;
    await openWords(bench);
    expect(placeWords).toMatchObject({ status: 'failed', first: 'fr' });
    expect(written()).toMatchObject({ text: 'Mine' });
    expect(heard.slice(before).map(({ call }) => call)).toEqual([READ]);
  });

  it('are stored after a pause, what was not changed once, and are said not to be kept where the device refuses', async () => {
    writeText('en.standard', 'text', 'Mine');
    expect(storage.read('unsavedWords')).toEqual([]);
    await expect.poll(() => storage.read('unsavedWords')).toMatchObject([{ from: [['text', 'Old']] }]);
    // Node has no local storage.
    expect(keepsWords()).toBe(false);
  });

  it('are of one account and one place', async () => {
    writeText('en.standard', 'text', 'Mine');
    closeWords();
    session.user = { id: UserId.parse(4), name: 'Bo', email: 'bo@example.org', role: 'editor', picture: null };
    await openWords(bench);
    expect(placeWords.drafts).toEqual({});
  });

  it('are gone once they are as the server has them, or discarded', () => {
    writeText('en.standard', 'text', 'Mine');
    writeText('en.standard', 'text', 'Old');
    expect(storage.read('unsavedWords')).toEqual([]);
    writeText('en.children', 'name', 'The big bench');
    discardTexts('en.children');
    expect([placeWords.drafts, storage.read('unsavedWords')]).toEqual([{}, []]);
  });

  it.each(['no network', 'a refusal'])('stay after %s, which is shown', async (why) => {
    answers[WRITE] = why === 'a refusal' ? refusal('quota_exceeded', 409) : () => Promise.reject(new TypeError('off'));
    writeText('en.standard', 'text', 'Mine');
    expect(await saveTexts('en.standard')).toBe(false);
    expect(placeWords.failures['en.standard']).toMatchObject({ what: 'save' });
    expect(storage.read('unsavedWords')).toMatchObject([
      {
        telling: 'en.standard',
        now: [
          ['name', 'The bench'],
          ['text', 'Mine'],
        ],
      },
    ]);
    expect(placeWords.working).toEqual([]);
  });

  it('are not sent with a link that is none', async () => {
    writeText('en.standard', 'link', 'un banc');
    expect(await saveTexts('en.standard')).toBe(false);
    expect(placeWords.failures['en.standard']).toEqual({ what: 'fault', fault: { field: 'link', why: 'link' } });
    expect(sent()).toEqual([]);
  });
});

describe('a save', () => {
  it('keeps what is written while it runs', async () => {
    const write = answers[WRITE] as (init: RequestInit) => unknown;
    answers[WRITE] = (init: RequestInit) => {
      writeText('en.standard', 'text', 'Mine, and more');
      return write(init);
    };
    writeText('en.standard', 'text', 'Mine');
    expect(await saveTexts('en.standard')).toBe('changed');
    expect(placeWords.drafts['en.standard']).toMatchObject({ from: { text: 'Mine' }, now: { text: 'Mine, and more' } });
  });

  it('of texts and of a transcript that then fails keeps the transcript alone', async () => {
    answers['PUT /v1/place/7/tellings/en/standard/transcript'] = refusal('quota_exceeded', 409);
    writeText('en.standard', 'text', 'Mine');
    writeText('en.standard', 'transcript', 'WEBVTT');
    expect(await saveTexts('en.standard')).toBe(false);
    expect(placeWords.drafts['en.standard']).toMatchObject({ from: { text: 'Mine' }, now: { transcript: 'WEBVTT' } });
    const saved = telling({ text: 'Mine', transcript: { vtt: 'WEBVTT', state: 'draft' } });
    answers['PUT /v1/place/7/tellings/en/standard/transcript'] = saved;
    expect(await saveTexts('en.standard')).toBe(true);
    expect(sent()).toHaveLength(1);
    expect(placeWords.words?.tellings).toEqual([saved]);
  });

  it('that ends after the place was closed leaves no text behind as unsaved', async () => {
    const write = answers[WRITE] as (init: RequestInit) => unknown;
    answers[WRITE] = (init: RequestInit) => {
      closeWords();
      return write(init);
    };
    writeText('en.standard', 'text', 'Mine');
    expect(await saveTexts('en.standard')).toBe(true);
    expect(storage.read('unsavedWords')).toEqual([]);
  });

  it('takes what somebody else changed elsewhere, and asks where both wrote', async () => {
    writeText('en.standard', 'text', 'Mine');
    stored = [telling({ name: 'The seat', text: 'Theirs' })];
    expect(await saveTexts('en.standard')).toBe(false);
    expect(sent()).toEqual([]);
    expect(placeWords.drafts['en.standard']).toMatchObject({
      conflicts: ['text'],
      now: { name: 'The seat', text: 'Mine' },
    });
    settleConflicts('en.standard', 'mine');
    expect(await saveTexts('en.standard')).toBe(true);
    expect(sent()).toMatchObject([{ name: 'The seat', text: 'Mine' }]);
  });
});

it('a picture that is deleted while its place loads does not come back with the older answer', async () => {
  closeWords();
  let pictures = [drawnPicture(1)];
  let answer = () => {};
  const isDue = new Promise<void>((resolve) => {
    answer = resolve;
  });
  answers[READ] = async () => {
    const said = { id: bench.id, tellings: stored, pictures };
    await isDue;
    return said;
  };
  answers['DELETE /v1/place/7/pictures/1'] = () => {
    pictures = [];
    return { status: 'ok' };
  };
  void openWords(bench);
  await deletePicture(bench.id, PictureId.parse(1));
  answer();
  await expect.poll(() => placeWords.words?.pictures).toEqual([]);
});

it('a version is deleted with its unsaved texts, or stays if that fails', async () => {
  const remove = 'DELETE /v1/place/7/tellings/en/standard';
  const done = answers[remove];
  answers[remove] = refusal('forbidden', 403);
  writeText('en.standard', 'text', 'Mine');
  expect(await removeTelling('en.standard')).toBe(false);
  expect(placeWords).toMatchObject({ words: { tellings: [{}] }, failures: { 'en.standard': { what: 'delete' } } });
  answers[remove] = done;
  expect(await removeTelling('en.standard')).toBe(true);
  expect([placeWords.words?.tellings, placeWords.drafts, storage.read('unsavedWords')]).toEqual([[], {}, []]);
});
