/** What of Google's identity script is used: https://developers.google.com/identity/oauth2/web/guides/use-token-model */
interface GoogleIdentity {
  readonly accounts: {
    readonly oauth2: {
      initTokenClient(options: {
        readonly client_id: string;
        readonly scope: string;
        readonly callback: (answer: { readonly access_token?: string; readonly error?: string }) => void;
        readonly error_callback: (error: { readonly type: string }) => void;
      }): { requestAccessToken(): void };
    };
  };
}

const SCRIPT_URL = 'https://accounts.google.com/gsi/client';
const SCOPE = 'openid email profile';
/** Said by Google's script of somebody who closed its window. */
const CLOSED = ['popup_closed', 'popup_closed_by_user', 'access_denied'];

/** Google's script could not be loaded, or it failed; the message says how. */
export class GoogleError extends Error {
  override readonly name = 'GoogleError';
}

let loading: Promise<GoogleIdentity> | undefined;

/** Loads Google's identity script once; a failure is not remembered, so that the next call tries again. */
export function loadGoogle(): Promise<GoogleIdentity> {
  loading ??= insertScript().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Lets the person choose a Google account in Google's own window. Must be called from a click, with the script loaded
 * before: a browser opens no window after waiting.
 *
 * @returns an access token, or null where the person closed the window.
 * @throws GoogleError
 */
export async function requestGoogleToken(clientId: string): Promise<string | null> {
  const google = await loadGoogle();
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      if (CLOSED.includes(reason)) resolve(null);
      else reject(new GoogleError(`Google sign-in failed: ${reason}`));
    };
    const client = google.accounts.oauth2.initTokenClient({
      client_id: clientId,
      scope: SCOPE,
      callback: ({ access_token, error }) => {
        if (access_token !== undefined) resolve(access_token);
        else fail(error ?? 'no access token');
      },
      error_callback: ({ type }) => fail(type),
    });
    client.requestAccessToken();
  });
}

function insertScript(): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT_URL;
    script.async = true;
    script.onload = () => {
      const { google } = window as { google?: GoogleIdentity };
      if (google === undefined) reject(new GoogleError('Expected Google’s identity script, got something else'));
      else resolve(google);
    };
    script.onerror = () => {
      script.remove();
      reject(new GoogleError('Google’s identity script could not be loaded'));
    };
    document.head.append(script);
  });
}
