import { vi } from 'vitest';
import { clearSessionData } from '../../../app/session/session-end.ts';
import { showLanguage } from '../../../app/ui/language.ts';
import { reduceMotion } from '../page/device.ts';
import { drawMaps } from '../page/draw-nothing.ts';
import { clickQuickly, fillQuickly } from './quick-input.ts';
import { clearStorage, disposeScopes, emptyPage } from './reset-page.ts';

// Files that run one after the other share a page. Each begins with what the first one found: nothing of others runs, ...
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
// (with overlays open, the app's history has methods of its own, whose step of none would load the page again)
for (const owner of [navigator, history])
  for (const name of Object.getOwnPropertyNames(owner)) Reflect.deleteProperty(owner, name);
disposeScopes();
clearSessionData();
await showLanguage('fr');
// ... is kept ...
await clearStorage();
// ... or known to the app's modules, ...
for (const renew of globalThis.renewals ?? []) renew();
// ... and the page is empty, and still, and its maps draw nothing.
emptyPage();
await reduceMotion(true);
drawMaps(false);
clickQuickly();
fillQuickly();
// Without a window nobody looks, and the page in Vitest's frame is all there but for its pixels.
if (navigator.userAgent.includes('Headless')) parent.document.body.style.opacity = '0';
