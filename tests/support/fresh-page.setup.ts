import { vi } from 'vitest';
import { clearSessionData } from '../../app/session/session-end.ts';
import { clearStorage } from './clear-storage.ts';
import { drawMaps } from './draw-nothing.ts';
import { emptyPage } from './empty-page.ts';
import { disposeScopes } from './open-scopes.ts';
import { reduceMotion } from './reduced-motion.ts';

// Files that run one after the other share a page. Each begins with what the first one found: nothing of others runs, ...
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
disposeScopes();
clearSessionData();
// ... is kept ...
await clearStorage();
// ... or known to the app's modules, ...
for (const renew of globalThis.renewals ?? []) renew();
// ... and the page is empty, and still, and its maps draw nothing.
emptyPage();
await reduceMotion(true);
drawMaps(false);
