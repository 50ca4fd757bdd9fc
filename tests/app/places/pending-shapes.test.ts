import { beforeEach, describe, expect, it } from 'vitest';
import {
  addPendingShape,
  changePendingShape,
  PENDING_SHAPES_MAX,
  pendingShapes,
  readPendingShapes,
  removePendingShape,
  removeRedoOf,
  restorePendingShape,
  waitingShapes,
} from '../../../app/places/pending-shapes.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { PendingShape } from '../../../app/platform/storage/stored-values.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';

const drawn = {
  userId: UserId.parse(3),
  parcoursId: ParcoursId.parse(4),
  title: '',
  geometry: { type: 'Point' as const, coordinates: [2.3, 48.8] as [number, number] },
};
const titles = (): string[] => pendingShapes.list.map(({ title }) => title);

beforeEach(() => {
  storage.forgetAll();
  readPendingShapes();
});

describe('a shape waiting for its audio', () => {
  it('is on the device with its last title when the app restarts', () => {
    const { id } = addPendingShape(drawn);
    changePendingShape(id, { title: 'Le pré' });
    pendingShapes.list.splice(0);
    readPendingShapes();
    const { parcoursId: mapId, ...rest } = drawn;
    expect(pendingShapes.list).toMatchObject([{ ...rest, mapId, id, title: 'Le pré' }]);
  });

  it('has a new key after each change, so that the server treats it as a new request', () => {
    const { id, key } = addPendingShape(drawn);
    changePendingShape(id, { title: 'Le pré' });
    expect(pendingShapes.list[0]?.key).not.toBe(key);
  });

  it('can be restored once after its removal', () => {
    const shape = addPendingShape(drawn);
    removePendingShape(shape.id);
    expect(storage.read('pendingShapes')).toEqual([]);
    restorePendingShape(shape);
    restorePendingShape(shape);
    expect(storage.read('pendingShapes')).toEqual([shape]);
  });

  it('keeps another tab’s drawings, changes and removals', () => {
    const [mine, theirs, gone] = ['à moi', 'à eux', 'partie'].map((title) => addPendingShape({ ...drawn, title }));
    if (mine === undefined || theirs === undefined || gone === undefined) throw new Error('Got no shapes');
    const changed = { ...theirs, title: 'changée là-bas' };
    const drawnThere = { ...theirs, id: 'shape-there', title: 'dessinée là-bas' };
    storage.write('pendingShapes', [mine, changed, drawnThere]);
    changePendingShape(mine.id, { title: 'la mienne' });
    const kept = ['la mienne', 'changée là-bas', 'dessinée là-bas'];
    expect(storage.read('pendingShapes').map(({ title }) => title)).toEqual(kept);
    expect(titles()).toEqual(kept);
    for (const act of [
      () => removePendingShape(mine.id),
      () => restorePendingShape(mine),
      () => addPendingShape(drawn),
    ]) {
      storage.write('pendingShapes', [changed]);
      act();
      expect(storage.read('pendingShapes')).toContainEqual(changed);
      expect(titles()).not.toContain('partie');
    }
  });

  it('is dropped if there are too many newer ones', () => {
    for (let at = 0; at <= PENDING_SHAPES_MAX; at++) addPendingShape({ ...drawn, title: `${at}` });
    expect(titles()).toHaveLength(PENDING_SHAPES_MAX);
    expect(titles().at(-1)).toBe(`${PENDING_SHAPES_MAX}`);
  });
});

describe('a shape stored while its place is deleted', () => {
  const bench = PlaceId.parse(7);
  const pont = PlaceId.parse(8);

  it('waits for audio once the server no longer has the place', () => {
    addPendingShape(drawn);
    addPendingShape({ ...drawn, title: 'Le banc', redoOf: bench });
    const waiting = (...there: PlaceId[]) =>
      waitingShapes(pendingShapes.list, {
        ...{ status: 'ready', parcoursIds: [drawn.parcoursId], list: there.map((id) => ({ id })) },
      }).map(({ title }) => title);
    expect(waiting(pont, bench)).toEqual(['']);
    expect(waiting(pont)).toEqual(['', 'Le banc']);
  });

  it.each([
    ['the places are not loaded yet', { status: 'loading' as const }],
    ['they could not be loaded', { status: 'failed' as const }],
    ['its parcours is not selected', { parcoursIds: [] }],
  ])('waits for nothing while %s, since the place may exist', (_, known) => {
    addPendingShape({ ...drawn, redoOf: bench });
    expect(
      waitingShapes(pendingShapes.list, {
        ...{ status: 'ready', parcoursIds: [drawn.parcoursId], list: [] },
        ...known,
      }),
    ).toEqual([]);
  });

  it('waits for audio on any map once it is known to have no place', () => {
    const { id } = addPendingShape({ ...drawn, redoOf: bench });
    changePendingShape(id, { redoOf: null });
    expect(waitingShapes(pendingShapes.list, { status: 'failed', parcoursIds: [], list: [] })).toHaveLength(1);
  });

  it('replaces the shape of an earlier attempt, and is removed with the place', () => {
    addPendingShape({ ...drawn, title: 'Le pont', redoOf: pont });
    addPendingShape({ ...drawn, title: 'Le banc', redoOf: bench });
    addPendingShape({ ...drawn, title: 'Le vieux banc', redoOf: bench });
    expect(titles()).toEqual(['Le pont', 'Le vieux banc']);
    removeRedoOf(bench);
    expect(titles()).toEqual(['Le pont']);
  });

  it('is read from an earlier build, which did not store the place', () => {
    const { redoOf: _, ...before } = addPendingShape(drawn);
    expect(PendingShape.parse(before)).toEqual({ ...before, redoOf: null });
  });
});
