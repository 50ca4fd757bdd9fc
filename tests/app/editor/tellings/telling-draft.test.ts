import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  findFault,
  isUnsaved,
  putOver,
  settle,
  textsOf,
} from '../../../../app/editor/tellings/telling-draft.ts';
import { TELLING_TEXT_MAX } from '../../../../contracts/limits.ts';
import { PictureId } from '../../../../contracts/vocabulary.ts';

const picture = { id: PictureId.parse(3) };
const stored = {
  name: 'The bench',
  text: 'Old',
  link: null,
  pictures: [{ ...picture, description: 'A bench' }],
  transcript: null,
};

describe('the texts of a telling', () => {
  it('are unsaved once they differ from what the server would store', () => {
    const from = textsOf(stored);
    expect(isUnsaved({ from, now: from })).toBe(false);
    expect(isUnsaved({ from, now: { ...from, text: 'Old \n' } })).toBe(false);
    expect(isUnsaved({ from, now: { ...from, link: '' } })).toBe(false);
    expect(isUnsaved({ from, now: { ...from, 'picture-3': '' } })).toBe(true);
  });

  it('are sent without descriptions of pictures that are gone, and of the place itself without a name', () => {
    const now = { ...textsOf(stored), 'picture-9': 'Gone', link: 'drop-ici.fr/banc ' };
    const pictures = [{ id: picture.id, description: 'A bench' }];
    const link = 'https://drop-ici.fr/banc';
    expect(bodyOf(now, [picture], false)).toEqual({ name: 'The bench', text: 'Old', link, pictures });
    expect(bodyOf(now, [], true)).toEqual({ name: '', text: 'Old', link, pictures: [] });
  });

  it.each([
    ['https://drop-ici.fr/a?b=c#d', null],
    ['drop-ici.fr', null],
    ['', null],
    ['javascript:alert(1)', 'link'],
    ['mailto:a@b.fr', 'link'],
    ['un banc', 'link'],
    ['banc', 'link'],
  ])('take a web address as their link: %s', (link, why) => {
    expect(findFault({ link })?.why ?? null).toBe(why);
  });

  it('may have as many characters as the server takes', () => {
    expect(findFault({ text: 'a'.repeat(TELLING_TEXT_MAX) })).toBeNull();
    expect(findFault({ text: 'a'.repeat(TELLING_TEXT_MAX + 1) })).toEqual({ field: 'text', why: 'too-long' });
  });
});

describe('texts that somebody else changed meanwhile', () => {
  const from = { name: 'The bench', text: 'Old' };

  it('keep what only one side has changed', () => {
    const { draft, conflicts } = putOver({ from, now: { ...from, text: 'Mine' } }, { ...from, name: 'The seat' });
    expect(conflicts).toEqual([]);
    expect(draft).toEqual({ from: { name: 'The seat', text: 'Old' }, now: { name: 'The seat', text: 'Mine' } });
  });

  it('are in conflict where both have, until the author chooses; nothing is lost before', () => {
    const theirs = { ...from, text: 'Theirs' };
    const { draft, conflicts } = putOver({ from, now: { ...from, text: 'Mine' } }, theirs);
    expect(conflicts).toEqual(['text']);
    expect(draft.now.text).toBe('Mine');
    // Asked again before the choice, the conflict is still there.
    expect(putOver(draft, theirs).conflicts).toEqual(['text']);
    const kept = settle(draft, conflicts, theirs, 'mine');
    expect(kept).toEqual({ from: theirs, now: { ...from, text: 'Mine' } });
    expect(putOver(kept, theirs).conflicts).toEqual([]);
    expect(isUnsaved(settle(draft, conflicts, theirs, 'theirs'))).toBe(false);
  });

  it('are in conflict where one approved the transcript that the other edits: nobody has read what that would publish', () => {
    const read = { transcript: 'WEBVTT\n\nread', approval: 'draft' };
    const edited = { ...read, transcript: 'WEBVTT\n\nedited' };
    const theirs = { ...read, approval: 'approved' };
    const { draft, conflicts } = putOver({ from: read, now: edited }, theirs);
    expect({ draft, conflicts }).toEqual({ draft: { from: read, now: edited }, conflicts: ['transcript'] });
    expect(settle(draft, conflicts, theirs, 'mine')).toEqual({ from: theirs, now: edited });
    expect(settle(draft, conflicts, theirs, 'theirs').now).toEqual(theirs);
  });

  it('are not in conflict where both wrote the same, or one a text that is empty now', () => {
    const mine = { from, now: { ...from, text: 'Same' } };
    expect(isUnsaved(putOver(mine, { ...from, text: 'Same' }).draft)).toBe(false);
    expect(putOver({ from, now: { name: 'The bench' } }, from)).toMatchObject({
      conflicts: [],
      draft: { now: { name: 'The bench' } },
    });
  });
});
