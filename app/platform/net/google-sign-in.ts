/** The used part of Google's script: https://developers.google.com/identity/oauth2/web/guides/use-token-model */
interface GoogleIdentity {
  readonly accounts: {
    readonly oauth2: {
      initTokenClient(options: {
        readonly client_id: string;
        readonly scope: string;
        readonly callback: (response: { readonly access_token?: string; readonly error?: string }) => void;
        readonly error_callback: (error: { readonly type: string }) => void;
      }): { requestAccessToken(): void };
    };
  };
}

const SCRIPT_URL = 'https://accounts.google.com/gsi/client';
const SCOPE = 'openid email profile';
/** Reasons that Google's script reports when the person closes its window. */
const DISMISSED = ['popup_closed', 'popup_closed_by_user', 'access_denied'];

/** Google's script could not be loaded or reported an error. */
export class GoogleError extends Error {
  override readonly name = 'GoogleError';
}

let loading: Promise<GoogleIdentity> | undefined;

/** Loads Google's identity script once. A failure is not cached: the next call tries again. */
export function loadGoogle(): Promise<GoogleIdentity> {
  loading ??= insertScript().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Lets the person choose an account in Google's own window; null if they close it. Must be called from a click, after
 * {@link loadGoogle}: a browser blocks a window that is opened later.
 *
 * @throws GoogleError
 */
export async function requestGoogleToken(clientId: string): Promise<string | null> {
  const google = await loadGoogle();
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      if (DISMISSED.includes(reason)) resolve(null);
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
      if (google === undefined)
        reject(new GoogleError('Expected window.google after loading Google’s identity script'));
      else resolve(google);
    };
    script.onerror = () => {
      script.remove();
      reject(new GoogleError('Google’s identity script could not be loaded'));
    };
    document.head.append(script);
  });
}
