import * as z from 'zod/mini';
import { AppConfig } from '../../../contracts/config.ts';
import { CreatedParcours, Parcours } from '../../../contracts/parcours.ts';
import { User } from '../../../contracts/user.ts';
import { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import type { Scope } from '../scope.ts';
import { PendingShape } from './pending-shape.ts';
import { ToldStory } from './told-story.ts';
import { UnsavedChange } from './unsaved-change.ts';
import { WaitingAdoption } from './waiting-adoption.ts';
import { WaitingEvents } from './waiting-events.ts';

// zod would compile code from text for speed, which the page's content security policy refuses.
z.config({ jitless: true });

/** The colour theme of the app. */
export const Theme = z.enum(['light', 'dark']);
/** The colour theme of the app. */
export type Theme = z.infer<typeof Theme>;

/** The parcours of an account. */
export const StoredParcours = z.object({
  ownerId: UserId,
  list: z.array(Parcours),
  /** When the server listed them; missing in data of earlier builds. */
  seenMs: z.optional(z.number()),
});
/** The parcours of an account. */
export type StoredParcours = z.infer<typeof StoredParcours>;

/** Records that an account has stored a whole pack of this parcours: if it is gone, the browser has deleted it. */
export const StoredPackNote = z.object({ ownerId: UserId, mapId: ParcoursId });
/** Records that an account has stored a whole pack of this parcours. */
export type StoredPackNote = z.infer<typeof StoredPackNote>;

/** The sounds of pocket mode, which can be switched off one by one. */
export const PocketSignal = z.enum(['story', 'lost', 'found', 'end']);
/** The sounds of pocket mode, which can be switched off one by one. */
export type PocketSignal = z.infer<typeof PocketSignal>;

/** The values in local storage, by key. */
export interface Stored {
  token: string | null;
  /** The account that is logged in. */
  userData: User | null;
  /** The same account, under the second key that the specification asks for. */
  currentUser: User | null;
  /** True only when 'Stay logged in' was ticked. */
  isLoggedIn: boolean;
  /** An invitation to accept after the next login. */
  inviteToken: string | null;
  /** Secret that leads this browser to the same guest again; null before the first visit, and for anyone but guests. */
  visitKey: string | null;
  /** A guest's session ended by itself here, and nobody has logged in or visited since. */
  visitEnded: boolean;
  /** Guests who have logged in to an account, until the server has confirmed that their data belongs to it. */
  waitingAdoptions: WaitingAdoption[];
  /** The parcours that the person listens to. */
  selectedParcours: ParcoursId[];
  /** The parcours that receives drops. */
  parcoursBeingCreated: CreatedParcours | null;
  /** True once the loading screen was shown. */
  mapLoaded: boolean;
  /** Shapes drawn in the editor that are not places yet. */
  pendingShapes: PendingShape[];
  /** Unsaved changes of places in the editor. */
  unsavedChanges: UnsavedChange[];
  /** The sounds of pocket mode that are switched off. */
  silencedSignals: PocketSignal[];
  /** Whether drop mode is on; null until somebody has chosen. */
  dropMode: boolean | null;
  theme: Theme;
  shortcutsOff: boolean;
  /** The 'hors ligne' switch. */
  offlineMode: boolean;
  /** The deployment's configuration, as last sent by the server. */
  appConfig: AppConfig | null;
  /** The parcours of an account, as last sent by the server. */
  parcoursList: StoredParcours | null;
  /** Whole packs that were stored and not removed since. */
  keptPacks: StoredPackNote[];
  /** Consents that the server has: account, kind and version of the terms of each. */
  notedConsents: string[];
  /** Analytics events that the server does not have yet. */
  waitingEvents: WaitingEvents | null;
  /** The stories that were heard or started, of all accounts, the latest first. */
  toldStories: ToldStory[];
}

/** A key of local storage. */
export type StoredKey = keyof Stored;

/** The part of the browser's `Storage` that is used here. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** Reads and writes typed values. A value that equals its key's default is removed instead of written. */
export interface Store {
  /** Returns the value of `key`. An invalid value is removed, and the default returned. */
  read<K extends StoredKey>(key: K): Stored[K];
  /** Stores `value`; if the browser refuses (full or blocked), in memory only. */
  write<K extends StoredKey>(key: K, value: Stored[K]): void;
  forget(...keys: readonly StoredKey[]): void;
  /** Clears local storage, including keys that are not in {@link Stored}. */
  forgetAll(): void;
}

interface Codec<T> {
  readonly fallback: T;
  /** Throws or returns undefined for invalid text. */
  parse(text: string): T | undefined;
  print(value: T): string;
}

const text: Codec<string | null> = {
  fallback: null,
  parse: (stored) => (stored.trim() === '' ? undefined : stored),
  print: (value) => value ?? '',
};

function json<T>(schema: z.ZodMiniType<T>, fallback: T): Codec<T> {
  return { fallback, parse: (stored) => schema.parse(JSON.parse(stored)), print: (value) => JSON.stringify(value) };
}

const CODECS: { readonly [K in StoredKey]: Codec<Stored[K]> } = {
  token: text,
  userData: json(z.nullable(User), null),
  currentUser: json(z.nullable(User), null),
  isLoggedIn: json(z.boolean(), false),
  inviteToken: text,
  visitKey: text,
  visitEnded: json(z.boolean(), false),
  waitingAdoptions: json(z.array(WaitingAdoption), []),
  selectedParcours: json(z.array(ParcoursId), []),
  parcoursBeingCreated: json(z.nullable(CreatedParcours), null),
  mapLoaded: json(z.boolean(), false),
  pendingShapes: json(z.array(PendingShape), []),
  unsavedChanges: json(z.array(UnsavedChange), []),
  silencedSignals: json(z.array(PocketSignal), []),
  dropMode: json(z.nullable(z.boolean()), null),
  // Plain text, because theme.js reads it before anything else is loaded.
  theme: { fallback: 'light', parse: (stored) => Theme.parse(stored), print: (value) => value },
  shortcutsOff: json(z.boolean(), false),
  offlineMode: json(z.boolean(), false),
  appConfig: json(z.nullable(AppConfig), null),
  parcoursList: json(z.nullable(StoredParcours), null),
  keptPacks: json(z.array(StoredPackNote), []),
  notedConsents: json(z.array(z.string()), []),
  waitingEvents: json(z.nullable(WaitingEvents), null),
  toldStories: json(z.array(ToldStory), []),
};

/** Creates a store on local storage or anything with its four methods. */
export function createStore(backend: TextStorage): Store {
  // Values that the backend refused to store, so that a session works even if storage is blocked.
  const unstored = new Map<StoredKey, string>();

  const getText = (key: StoredKey): string | null => {
    const held = unstored.get(key);
    if (held !== undefined) return held;
    try {
      return backend.getItem(key);
    } catch {
      return null;
    }
  };

  const remove = (key: StoredKey): void => {
    unstored.delete(key);
    try {
      backend.removeItem(key);
    } catch {
      // Blocked storage holds none of our values.
    }
  };

  return {
    read(key) {
      const stored = getText(key);
      const { fallback, parse } = CODECS[key];
      if (stored === null) return fallback;
      try {
        const value = parse(stored);
        if (value !== undefined) return value;
      } catch {
        // Invalid, so it is removed below.
      }
      remove(key);
      return fallback;
    },
    write(key, value) {
      const { fallback, print } = CODECS[key];
      const printed = print(value);
      if (printed === print(fallback)) return remove(key);
      try {
        backend.setItem(key, printed);
        unstored.delete(key);
      } catch {
        unstored.set(key, printed);
      }
    },
    forget(...keys) {
      for (const key of keys) remove(key);
    },
    forgetAll() {
      unstored.clear();
      try {
        backend.clear();
      } catch {
        // As in `remove`.
      }
    },
  };
}

const NO_STORAGE: TextStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('Local storage is not available here');
  },
  removeItem: () => {},
  clear: () => {},
};

function browserStorage(): TextStorage {
  try {
    return globalThis.localStorage ?? NO_STORAGE;
  } catch {
    // Even reading the property throws if site data is blocked.
    return NO_STORAGE;
  }
}

/** The page's own store, on the browser's local storage. */
export const storage: Store = createStore(browserStorage());

/** Calls `onChange` when another tab changes `key` or clears everything, until `scope` is disposed. */
export function watchStorage(scope: Scope, key: StoredKey, onChange: () => void): void {
  scope.listen<StorageEvent>(window, 'storage', (event) => {
    if (event.key === key || event.key === null) onChange();
  });
}
