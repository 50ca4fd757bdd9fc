import { describe, expect, it } from 'vitest';
import {
  createStore,
  type Stored,
  type StoredKey,
  type TextStorage,
} from '../../../../app/platform/storage/storage.ts';
import { ParcoursId, PlaceId, UserId } from '../../../../contracts/vocabulary.ts';

const user = { id: UserId.parse(3), name: 'Ana', email: 'ana@example.org', role: 'user' as const, picture: null };

const entered = (id: number) => ({
  name: 'User Entered Geometry' as const,
  atMs: id,
  properties: { geometryId: PlaceId.parse(id), geometryType: 'Point' as const, distance: 0, accuracyRadius: 5 },
});

const DEFAULTS: Stored = {
  token: null,
  userData: null,
  currentUser: null,
  isLoggedIn: false,
  inviteToken: null,
  visitKey: null,
  visitEnded: false,
  waitingAdoptions: [],
  selectedParcours: [],
  parcoursBeingCreated: null,
  mapLoaded: false,
  pendingShapes: [],
  unsavedChanges: [],
  unsavedWords: [],
  dropMode: null,
  editorTools: null,
  silencedSignals: [],
  theme: 'light',
  language: null,
  tellingChoice: null,
  textSize: null,
  shortcutsOff: false,
  screenNoteClosed: false,
  offlineMode: false,
  appConfig: null,
  parcoursList: null,
  keptPacks: [],
  notedConsents: [],
  waitingEvents: null,
  toldStories: [],
};
const keys = Object.keys(DEFAULTS) as StoredKey[];

describe('the store', () => {
  it('returns the default for a missing key', () => {
    const store = createStore(makeStorage({}));
    expect(Object.fromEntries(keys.map((key) => [key, store.read(key)]))).toEqual(DEFAULTS);
  });

  it('reads back written values, even from another store on the same backend', () => {
    const values: Stored = {
      token: 'a.b.c',
      userData: user,
      currentUser: user,
      isLoggedIn: true,
      inviteToken: 'xyz',
      visitKey: 'f00',
      visitEnded: true,
      waitingAdoptions: [
        { ownerId: UserId.parse(3), guestId: UserId.parse(9), token: 'g.h.i', selected: [ParcoursId.parse(4)] },
      ],
      selectedParcours: [ParcoursId.parse(4), ParcoursId.parse(5)],
      parcoursBeingCreated: { id: ParcoursId.parse(4), title: 'Cité', description: 'Une île', privilege: 'admin' },
      mapLoaded: true,
      pendingShapes: [
        {
          id: 'a1',
          userId: UserId.parse(3),
          mapId: ParcoursId.parse(4),
          title: 'Le pré',
          geometry: { type: 'Point', coordinates: [2.3, 48.8] },
          key: 'k1',
          redoOf: PlaceId.parse(7),
        },
      ],
      unsavedChanges: [
        {
          userId: UserId.parse(3),
          placeId: PlaceId.parse(7),
          title: 'Le banc',
          geometry: { type: 'Point', coordinates: [2.3, 48.8] },
        },
      ],
      unsavedWords: [
        {
          ...{ userId: UserId.parse(3), placeId: PlaceId.parse(7), telling: 'en.easy' },
          ...{ from: [], now: [['text', 'A bench']] },
        },
      ],
      keptPacks: [{ ownerId: UserId.parse(3), mapId: ParcoursId.parse(4) }],
      silencedSignals: ['lost', 'end'],
      dropMode: false,
      editorTools: { isOn: true, draws: true, spoofs: false },
      theme: 'dark',
      language: 'en',
      tellingChoice: { language: 'de', kind: 'easy' },
      textSize: 'large',
      shortcutsOff: true,
      screenNoteClosed: true,
      offlineMode: true,
      appConfig: {
        mapStyleUrl: 'https://maps.example.org/style.json',
        mapStyleDarkUrl: null,
        mapTiles: { link: '/v1/map/tiles', attribution: 'OpenStreetMap' },
        geocoderUrl: '/geocoder',
        googleClientId: null,
        hasPasskeys: false,
        sendsMail: false,
        uploadMaxBytes: 1_000_000,
        identity: {
          associationName: 'Les promeneurs',
          associationContact: null,
          hostingName: null,
          dpoContact: null,
          websiteUrl: null,
          socialUrl: null,
        },
      },
      parcoursList: {
        ownerId: UserId.parse(3),
        list: [
          {
            id: ParcoursId.parse(4),
            name: 'Cité',
            description: 'Une île',
            image_url: null,
            privilege: 'admin',
            users: [{ id: UserId.parse(3), name: 'Ana', picture: null }],
            user_count: 1,
          },
        ],
      },
      notedConsents: ['3 voice 2026-11'],
      waitingEvents: {
        ownerId: UserId.parse(3),
        batch: { key: 'k2', events: [entered(1)] },
        events: [entered(2)],
      },
      toldStories: [
        {
          userId: UserId.parse(3),
          mapId: ParcoursId.parse(4),
          placeId: PlaceId.parse(7),
          whenMs: 1_778_544_000_000,
          isOnSite: true,
          isHeard: false,
          atMs: 16_250.5,
          parts: [[0, 16_250.5]],
        },
      ],
    };
    const backend = makeStorage({});
    const store = createStore(backend);
    const write = <K extends StoredKey>(key: K) => store.write(key, values[key]);
    for (const key of keys) write(key);
    const again = createStore(backend);
    expect(Object.fromEntries(keys.map((key) => [key, again.read(key)]))).toEqual(values);
  });

  it.each<[StoredKey, string]>([
    ['token', '  '],
    ['userData', '{"id":3'],
    ['currentUser', '{"id":"3","name":"Ana"}'],
    ['currentUser', '{"id":3,"name":"Ana","email":"a@b.c","role":"root","picture":null}'],
    ['isLoggedIn', 'yes'],
    ['selectedParcours', '{"0":4}'],
    ['selectedParcours', '[4,"5"]'],
    ['selectedParcours', '[-1]'],
    ['parcoursBeingCreated', '{"id":4}'],
    ['mapLoaded', '1'],
    ['pendingShapes', '[{"id":"a1"}]'],
    ['unsavedChanges', '[{"placeId":7}]'],
    ['toldStories', '[{"placeId":7,"parts":[[0]]}]'],
    ['theme', 'purple'],
  ])('repairs %s if it contains %s', (key, corrupt) => {
    const backend = makeStorage({ [key]: corrupt });
    expect(createStore(backend).read(key)).toEqual(DEFAULTS[key]);
    expect(backend.getItem(key)).toBeNull();
  });

  it('removes a key rather than writing its default', () => {
    const backend = makeStorage({ selectedParcours: '[4]', theme: 'dark' });
    const store = createStore(backend);
    store.write('selectedParcours', []);
    store.write('theme', 'light');
    expect([backend.getItem('selectedParcours'), backend.getItem('theme')]).toEqual([null, null]);
  });

  it('removes only the given keys', () => {
    const backend = makeStorage({ token: 'a.b.c', theme: 'dark' });
    createStore(backend).forget('token');
    expect([backend.getItem('token'), backend.getItem('theme')]).toEqual([null, 'dark']);
  });

  it('removes all its values, and nothing of an open visit', () => {
    const backend = makeStorage({ token: 'a.b.c', theme: 'dark', 'open les-quais token': 'Open les-quais' });
    createStore(backend).forgetAll();
    const left = ['token', 'theme', 'open les-quais token'].map((key) => backend.getItem(key));
    expect(left).toEqual([null, null, 'Open les-quais']);
  });

  it('holds values in memory if the browser refuses to store them', () => {
    const refuse = (): never => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    const store = createStore({ getItem: () => null, setItem: refuse, removeItem: refuse });
    store.write('token', 'a.b.c');
    expect(store.read('token')).toBe('a.b.c');
    store.forgetAll();
    expect(store.read('token')).toBeNull();
  });
});

function makeStorage(kept: Readonly<Record<string, string>>): TextStorage {
  const map = new Map(Object.entries(kept));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => map.set(key, value),
    removeItem: (key) => map.delete(key),
  };
}
