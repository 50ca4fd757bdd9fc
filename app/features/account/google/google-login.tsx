import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import { loadConfig } from '../../../platform/net/app-config.ts';
import type { GoogleButton } from './google-button.tsx';

interface Loaded {
  readonly clientId: string;
  readonly Button: ComponentType<ComponentProps<typeof GoogleButton>>;
}

/** The login through Google, whose code is loaded only where the deployment has a client id. */
export function GoogleLogin({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    // Without Google, the form still works.
    load().then(setLoaded, () => {});
  }, []);
  return loaded === null ? null : <loaded.Button clientId={loaded.clientId} onLoggedIn={onLoggedIn} />;
}

async function load(): Promise<Loaded | null> {
  const { googleClientId } = await loadConfig();
  if (googleClientId === null) return null;
  const { GoogleButton } = await import('./google-button.tsx');
  return { clientId: googleClientId, Button: GoogleButton };
}
