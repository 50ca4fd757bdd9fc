import { describe, expect, it } from 'vitest';
import { settleSelection, toggleBeingCreatedIn, toggleSelectedId } from '../../../app/parcours/parcours.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';

const [one, two, three] = [ParcoursId.parse(1), ParcoursId.parse(2), ParcoursId.parse(3)];
const second = { id: two, title: 'Deux', description: 'La deuxième', privilege: 'drop' as const };

describe('toggling the parcours that is listened to', () => {
  it('selects only the toggled one', () => expect(toggleSelectedId([one, two], three)).toEqual([three]));
  it('clears the selection when it is selected', () => expect(toggleSelectedId([one, two], two)).toEqual([]));
});

describe('toggling the parcours for drops', () => {
  it('sets it and adds it to the selection', () => {
    expect(toggleBeingCreatedIn({ selectedIds: [one], beingCreated: null }, second)).toEqual({
      selectedIds: [one, two],
      beingCreated: second,
    });
  });

  it('adds it once', () => {
    expect(toggleBeingCreatedIn({ selectedIds: [two], beingCreated: null }, second).selectedIds).toEqual([two]);
  });

  it('clears it if it was set, and leaves it selected', () => {
    expect(toggleBeingCreatedIn({ selectedIds: [two], beingCreated: second }, second)).toEqual({
      selectedIds: [two],
      beingCreated: null,
    });
  });
});

describe('the selection, once the list is loaded', () => {
  it('is the last parcours if it was empty', () => {
    expect(settleSelection({ selectedIds: [], beingCreated: null }, [one, two])).toEqual({
      selectedIds: [two],
      beingCreated: null,
    });
  });

  it('stays empty for a person without parcours', () => {
    expect(settleSelection({ selectedIds: [], beingCreated: null }, []).selectedIds).toEqual([]);
  });

  it('is unchanged while it is in the list', () => {
    expect(settleSelection({ selectedIds: [one], beingCreated: null }, [one, two]).selectedIds).toEqual([one]);
  });

  it('loses parcours that the person is no longer a member of', () => {
    expect(settleSelection({ selectedIds: [three], beingCreated: second }, [one])).toEqual({
      selectedIds: [one],
      beingCreated: null,
    });
  });

  it('does not change to another parcours while one is being created', () => {
    expect(settleSelection({ selectedIds: [], beingCreated: second }, [two, three])).toEqual({
      selectedIds: [],
      beingCreated: second,
    });
  });
});
