import * as z from 'zod/mini';
import { AppConfig } from '../../../contracts/config.ts';
import type { CreatedParcours, Parcours } from '../../../contracts/parcours.ts';
import { User } from '../../../contracts/user.ts';
import { Language, ParcoursId, Privilege, UserId } from '../../../contracts/vocabulary.ts';
import type { Scope } from '../scope.ts';
import {
  EditorSwitches,
  PendingShape,
  StoredChoice,
  ToldStory,
  UnsavedChange,
  UnsavedWords,
  WaitingAdoption,
  WaitingEvents,
} from './stored-values.ts';

// zod would compile code from text for speed, which the page's content security policy refuses.
z.config({ jitless: true });

/** The colour theme of the app. */
export const Theme = z.enum(['light', 'dark']);
export type Theme = z.infer<typeof Theme>;

/** The parcours of an account. Who reads the list checks it: the first screens load no schema of a parcours. */
export const StoredParcours = z.object({
  ownerId: UserId,
  list: z.array(z.custom<Parcours>()),
  /** When the server listed them; missing in data of earlier builds. */
  seenMs: z.optional(z.number()),
});
export type StoredParcours = z.infer<typeof StoredParcours>;

/** The same as the contract's, for the same reason. */
const BeingCreated: z.ZodMiniType<CreatedParcours> = z.object({
  id: ParcoursId,
  title: z.string(),
  description: z.string(),
  privilege: Privilege,
});

/** Records that an account has stored a whole pack of this parcours: if it is gone, the browser has deleted it. */
export const StoredPackNote = z.object({ ownerId: UserId, mapId: ParcoursId });
export type StoredPackNote = z.infer<typeof StoredPackNote>;

/** The sounds of pocket mode, which can be switched off one by one. */
export const PocketSignal = z.enum(['story', 'lost', 'found', 'end']);
export type PocketSignal = z.infer<typeof PocketSignal>;

/** The sizes of text on the pages of places. */
export const TextSize = z.enum(['normal', 'large', 'largest']);
export type TextSize = z.infer<typeof TextSize>;

/** A key of local storage. */
export type StoredKey = keyof typeof CODECS;

/** The values in local storage, by key. */
export type Stored = { readonly [K in StoredKey]: (typeof CODECS)[K] extends Codec<infer Value> ? Value : never };

/** The part of the browser's `Storage` that is used here. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Reads and writes typed values. A value that equals its key's default is removed instead of written. */
export interface Store {
  /** Returns the value of `key`. An invalid value is removed, and the default returned. */
  read<K extends StoredKey>(key: K): Stored[K];
  /** Stores `value`; if the browser refuses (full or blocked), in memory only: then returns false. */
  write<K extends StoredKey>(key: K, value: Stored[K]): boolean;
  forget(...keys: readonly StoredKey[]): void;
  /** Removes the values of all keys of {@link Stored}, the token last, and nothing else: open visits have keys of their own. */
  forgetAll(): void;
  /** Reads and writes elsewhere from now on. */
  moveTo(backend: TextStorage): void;
}

interface Codec<T> {
  readonly fallback: T;
  /** Throws or returns undefined for invalid text. */
  parse(text: string): T | undefined;
  serialize(value: T): string;
}

const text: Codec<string | null> = {
  fallback: null,
  parse: (stored) => (stored.trim() === '' ? undefined : stored),
  serialize: (value) => value ?? '',
};

// Plain text, because theme.js reads it before anything else is loaded.
const theme: Codec<Theme> = { fallback: 'light', parse: (stored) => Theme.parse(stored), serialize: (value) => value };

const flag = json(z.boolean(), false);

function json<T>(schema: z.ZodMiniType<T>, fallback: T): Codec<T> {
  return { fallback, parse: (stored) => schema.parse(JSON.parse(stored)), serialize: (value) => JSON.stringify(value) };
}

function listOf<T>(schema: z.ZodMiniType<T>): Codec<T[]> {
  return json(z.array(schema), []);
}

function orNull<T>(schema: z.ZodMiniType<T>): Codec<T | null> {
  return json(z.nullable(schema), null);
}

const CODECS = {
  /** The account that is logged in. */
  userData: orNull(User),
  /** The same account, under the second key that the specification asks for. */
  currentUser: orNull(User),
  /** True only when 'Stay logged in' was ticked. */
  isLoggedIn: flag,
  /** An invitation to accept after the next login. */
  inviteToken: text,
  /** Secret that leads this browser to the same guest again; null before the first visit, and for anyone but guests. */
  visitKey: text,
  /** A guest's session ended by itself here, and nobody has logged in or visited since. */
  visitEnded: flag,
  /** Guests who have logged in to an account, until the server has confirmed that their data belongs to it. */
  waitingAdoptions: listOf(WaitingAdoption),
  /** The parcours that the person listens to. */
  selectedParcours: listOf(ParcoursId),
  /** The parcours that receives drops. */
  parcoursBeingCreated: orNull(BeingCreated),
  /** True once the loading screen was shown. */
  mapLoaded: flag,
  /** Shapes drawn in the editor that are not places yet. */
  pendingShapes: listOf(PendingShape),
  /** Unsaved changes of places in the editor. */
  unsavedChanges: listOf(UnsavedChange),
  /** Unsaved texts of the versions of places. */
  unsavedWords: listOf(UnsavedWords),
  /** The sounds of pocket mode that are switched off. */
  silencedSignals: listOf(PocketSignal),
  /** Whether drop mode is on; null until somebody has chosen. */
  dropMode: orNull(z.boolean()),
  /** The editor's tools that are switched on. */
  editorTools: orNull(EditorSwitches),
  theme,
  /** The language that the person chose; null for the browser's. */
  language: orNull(Language),
  /** In which language, and for whom, places should tell their stories; null until somebody has chosen. */
  tellingChoice: orNull(StoredChoice),
  /** Size of the text on the pages of places. */
  textSize: orNull(TextSize),
  shortcutsOff: flag,
  /** True once the person has closed the note that this device may turn its screen off. */
  screenNoteClosed: flag,
  /** The 'hors ligne' switch. */
  offlineMode: flag,
  /** The deployment's configuration, as last sent by the server. */
  appConfig: orNull(AppConfig),
  /** The parcours of an account, as last sent by the server. */
  parcoursList: orNull(StoredParcours),
  /** Whole packs that were stored and not removed since. */
  keptPacks: listOf(StoredPackNote),
  /** Consents that the server has: account, kind and version of the terms of each. */
  notedConsents: listOf(z.string()),
  /** Analytics events that the server does not have yet. */
  waitingEvents: orNull(WaitingEvents),
  /** The stories that were heard or started, of all accounts, the latest first. */
  toldStories: listOf(ToldStory),
  /** The last key, for {@link Store.forgetAll}: the other tabs react to it and then read the rest. */
  token: text,
};

function codecOf<K extends StoredKey>(key: K): Codec<Stored[K]> {
  return CODECS[key] as unknown as Codec<Stored[K]>;
}

/** Creates a store on local storage or anything with its three methods. */
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
      const { fallback, parse } = codecOf(key);
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
      const { fallback, serialize } = codecOf(key);
      const serialized = serialize(value);
      if (serialized === serialize(fallback)) {
        remove(key);
        return true;
      }
      try {
        backend.setItem(key, serialized);
        unstored.delete(key);
        return true;
      } catch {
        unstored.set(key, serialized);
        return false;
      }
    },
    forget(...keys) {
      for (const key of keys) remove(key);
    },
    forgetAll() {
      for (const key of Object.keys(CODECS)) remove(key as StoredKey);
    },
    moveTo(next) {
      backend = next;
    },
  };
}

const NO_STORAGE: TextStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('Local storage is not available here');
  },
  removeItem: () => {},
};

/** The browser's local storage, or one that refuses everything if it is blocked. */
export function browserStorage(): TextStorage {
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
