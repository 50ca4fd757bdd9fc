import * as z from 'zod/mini';
import { CreatedParcours } from '../../../contracts/parcours.ts';
import { User } from '../../../contracts/user.ts';
import { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Scope } from '../scope.ts';
import { PendingShape } from './pending-shape.ts';
import { UnsavedChange } from './unsaved-change.ts';

// The page's content security policy refuses code made from text, which zod would try for speed.
z.config({ jitless: true });

/** The look of the site. */
export const Theme = z.enum(['light', 'dark']);
/** The look of the site. */
export type Theme = z.infer<typeof Theme>;

/** What is kept in local storage, by key. */
export interface Stored {
  /** The session's token. */
  token: string | null;
  /** The account as the login answered it. */
  userData: User | null;
  /** The same account, under the second name that the product keeps it by. */
  currentUser: User | null;
  /** True only when 'Stay logged in' was ticked. */
  isLoggedIn: boolean;
  /** An invitation that waits for somebody to log in. */
  inviteToken: string | null;
  /** The parcours that are listened to. */
  selectedParcours: ParcoursId[];
  /** The parcours that drops go to. */
  parcoursBeingCreated: CreatedParcours | null;
  /** True once the loading screen was shown. */
  mapLoaded: boolean;
  /** Shapes drawn in the editor that have no place yet. */
  pendingShapes: PendingShape[];
  /** What was changed of places in the editor and is not saved yet. */
  unsavedChanges: UnsavedChange[];
  theme: Theme;
}

/** A key of local storage. */
export type StoredKey = keyof Stored;

/** The part of the browser's `Storage` that is used here. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

/** Reads and writes typed values. A value equal to its key's default is removed rather than written. */
export interface Store {
  /** The value under `key`; one that does not have the expected shape is removed, and the default answered. */
  read<K extends StoredKey>(key: K): Stored[K];
  /** Keeps `value`. Where the shelf refuses (full, or forbidden), the value lives as long as the page. */
  write<K extends StoredKey>(key: K, value: Stored[K]): void;
  /** Removes these keys. */
  forget(...keys: readonly StoredKey[]): void;
  /** Removes everything of this origin, keys of others included. */
  forgetAll(): void;
}

interface Kept<T> {
  readonly fallback: T;
  /** Throws, or answers undefined, on text that is not a value of this key. */
  parse(text: string): T | undefined;
  print(value: T): string;
}

const text: Kept<string | null> = {
  fallback: null,
  parse: (kept) => (kept.trim() === '' ? undefined : kept),
  print: (value) => value ?? '',
};

function json<T>(schema: z.ZodMiniType<T>, fallback: T): Kept<T> {
  return { fallback, parse: (kept) => schema.parse(JSON.parse(kept)), print: (value) => JSON.stringify(value) };
}

const KEPT: { readonly [K in StoredKey]: Kept<Stored[K]> } = {
  token: text,
  userData: json(z.nullable(User), null),
  currentUser: json(z.nullable(User), null),
  isLoggedIn: json(z.boolean(), false),
  inviteToken: text,
  selectedParcours: json(z.array(ParcoursId), []),
  parcoursBeingCreated: json(z.nullable(CreatedParcours), null),
  mapLoaded: json(z.boolean(), false),
  pendingShapes: json(z.array(PendingShape), []),
  unsavedChanges: json(z.array(UnsavedChange), []),
  // Bare text, because theme.js reads it before anything else is loaded.
  theme: { fallback: 'light', parse: (kept) => Theme.parse(kept), print: (value) => value },
};

/** A store on `shelf`. Pass the browser's local storage, or any other shelf with its four methods. */
export function createStore(shelf: Shelf): Store {
  // Holds what the shelf refused, so that a session still works where storage is blocked.
  const refused = new Map<StoredKey, string>();

  const getText = (key: StoredKey): string | null => {
    const held = refused.get(key);
    if (held !== undefined) return held;
    try {
      return shelf.getItem(key);
    } catch {
      return null;
    }
  };

  const remove = (key: StoredKey): void => {
    refused.delete(key);
    try {
      shelf.removeItem(key);
    } catch {
      // A shelf that can't be written holds nothing of ours.
    }
  };

  return {
    read(key) {
      const kept = getText(key);
      if (kept === null) return KEPT[key].fallback;
      try {
        const value = KEPT[key].parse(kept);
        if (value !== undefined) return value;
      } catch {
        // Repaired below, like every other unreadable value.
      }
      remove(key);
      return KEPT[key].fallback;
    },
    write(key, value) {
      const printed = KEPT[key].print(value);
      if (printed === KEPT[key].print(KEPT[key].fallback)) return remove(key);
      try {
        shelf.setItem(key, printed);
        refused.delete(key);
      } catch {
        refused.set(key, printed);
      }
    },
    forget(...keys) {
      for (const key of keys) remove(key);
    },
    forgetAll() {
      refused.clear();
      try {
        shelf.clear();
      } catch {
        // As in remove.
      }
    },
  };
}

const NO_SHELF: Shelf = {
  getItem: () => null,
  setItem: () => {
    throw new Error('Local storage is not available here');
  },
  removeItem: () => {},
  clear: () => {},
};

function browserShelf(): Shelf {
  try {
    return globalThis.localStorage ?? NO_SHELF;
  } catch {
    // Reading the property alone throws where site data is blocked.
    return NO_SHELF;
  }
}

/** The page's own store, on the browser's local storage. */
export const storage: Store = createStore(browserShelf());

/** Calls `heard` when another tab changes `key`, or clears everything, until the scope is disposed. */
export function watchStorage(scope: Scope, key: StoredKey, heard: () => void): void {
  scope.listen<StorageEvent>(window, 'storage', (event) => {
    if (event.key === key || event.key === null) heard();
  });
}
