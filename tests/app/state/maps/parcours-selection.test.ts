import { describe, expect, it } from 'vitest';
import {
  settleSelection,
  toggleBeingCreatedIn,
  toggleSelectedId,
} from '../../../../app/state/maps/parcours-selection.ts';
import { ParcoursId } from '../../../../contracts/vocabulary.ts';

const [one, two, three] = [ParcoursId.parse(1), ParcoursId.parse(2), ParcoursId.parse(3)];
const second = { id: two, title: 'Deux', description: 'La deuxième', privilege: 'drop' as const };

describe('toggling what is listened to', () => {
  it('selects only that one', () => expect(toggleSelectedId([one, two], three)).toEqual([three]));
  it('clears the selection when it is selected', () => expect(toggleSelectedId([one, two], two)).toEqual([]));
});

describe('toggling what drops go to', () => {
  it('sets it and adds it to what is listened to', () => {
    expect(toggleBeingCreatedIn({ selectedIds: [one], beingCreated: null }, second)).toEqual({
      selectedIds: [one, two],
      beingCreated: second,
    });
  });

  it('adds it once', () => {
    expect(toggleBeingCreatedIn({ selectedIds: [two], beingCreated: null }, second).selectedIds).toEqual([two]);
  });

  it('clears it when it is that one, and leaves it listened to', () => {
    expect(toggleBeingCreatedIn({ selectedIds: [two], beingCreated: second }, second)).toEqual({
      selectedIds: [two],
      beingCreated: null,
    });
  });
});

describe('the selection, once the list is loaded', () => {
  it('falls on the last parcours when there is none', () => {
    expect(settleSelection({ selectedIds: [], beingCreated: null }, [one, two])).toEqual({
      selectedIds: [two],
      beingCreated: null,
    });
  });

  it('stays empty for somebody without parcours', () => {
    expect(settleSelection({ selectedIds: [], beingCreated: null }, []).selectedIds).toEqual([]);
  });

  it('stays as it is while it is in the list', () => {
    expect(settleSelection({ selectedIds: [one], beingCreated: null }, [one, two]).selectedIds).toEqual([one]);
  });

  it('loses what the person is no longer a member of', () => {
    expect(settleSelection({ selectedIds: [three], beingCreated: second }, [one])).toEqual({
      selectedIds: [one],
      beingCreated: null,
    });
  });

  it('does not fall on another parcours while one is being created', () => {
    expect(settleSelection({ selectedIds: [], beingCreated: second }, [two, three])).toEqual({
      selectedIds: [],
      beingCreated: second,
    });
  });
});
