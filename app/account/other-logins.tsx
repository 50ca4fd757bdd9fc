import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import { loadConfig } from '../platform/net/app-config.ts';
import { hasPasskeysAt } from '../platform/net/passkeys.ts';
import type { OtherButtons } from './other-buttons.tsx';

interface Loaded extends Omit<ComponentProps<typeof OtherButtons>, 'onLoggedIn'> {
  readonly Buttons: ComponentType<ComponentProps<typeof OtherButtons>>;
}

/** The logins without a password. Their code is loaded only if the deployment has one. */
export function OtherLogins({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    // Without them, the form still works.
    load().then(setLoaded, () => {});
  }, []);
  if (loaded === null) return null;
  const { Buttons, ...offered } = loaded;
  return <Buttons {...offered} onLoggedIn={onLoggedIn} />;
}

async function load(): Promise<Loaded | null> {
  const config = await loadConfig();
  const { googleClientId } = config;
  const hasPasskeys = hasPasskeysAt(config);
  if (googleClientId === null && !hasPasskeys) return null;
  const { OtherButtons } = await import('./other-buttons.tsx');
  return { googleClientId, hasPasskeys, Buttons: OtherButtons };
}
