import { BrowserHangs } from './engine.ts';

/** A session of a W3C WebDriver: https://www.w3.org/TR/webdriver2. Its commands run one after the other. */
export interface DriverSession {
  /** Runs a command, given by its method and its path below the session, in one of the session's windows. */
  command(handle: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  /** Opens a tab in a window of its own and returns its handle. */
  openWindow(): Promise<string>;
  /** Closes the browser. */
  end(): Promise<void>;
}

/** Longest wait for one command; drawing a map in software takes a busy machine seconds. */
const COMMAND_MS = 45_000;

/** How an element is named in what is sent: https://www.w3.org/TR/webdriver2/#elements */
export const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf';

/** Code points of keys that are no characters: https://www.w3.org/TR/webdriver2/#keyboard-actions */
export const KEY_CODES = { Enter: '\uE007', Escape: '\uE00C' } as const;

/** Starts a session with the driver at this address. */
export async function startSession(driver: string, capabilities: object): Promise<DriverSession> {
  const { sessionId } = (await send(driver, 'POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string };
  const session = `/session/${sessionId}`;
  let current = (await send(driver, 'GET', `${session}/window`)) as string;
  let isFirstUsed = false;
  let last: Promise<unknown> = Promise.resolve();
  let hang: BrowserHangs | null = null;
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const attempt = async (): Promise<Result> => {
      if (hang !== null) throw hang;
      try {
        return await run();
      } catch (error) {
        if (error instanceof BrowserHangs) hang = error;
        throw error;
      }
    };
    const next = last.then(attempt, attempt);
    last = next;
    return next;
  };
  return {
    command: (handle, method, path, body) =>
      inTurn(async () => {
        if (handle !== current) await send(driver, 'POST', `${session}/window`, { handle });
        current = handle;
        return send(driver, method, session + path, body);
      }),
    openWindow: () =>
      inTurn(async () => {
        // A browser starts with one.
        if (!isFirstUsed) {
          isFirstUsed = true;
          return current;
        }
        // The current one may have been closed, and only a window that is there opens another.
        const [there] = (await send(driver, 'GET', `${session}/window/handles`)) as string[];
        if (there !== undefined) await send(driver, 'POST', `${session}/window`, { handle: there });
        current = there ?? current;
        // As a tab it would stay behind the first one, where nothing is drawn.
        const { handle } = (await send(driver, 'POST', `${session}/window/new`, { type: 'window' })) as {
          handle: string;
        };
        return handle;
      }),
    end: () => inTurn(async () => void (await send(driver, 'DELETE', session))),
  };
}

async function send(driver: string, method: string, path: string, body?: object): Promise<unknown> {
  const content = method === 'POST' ? JSON.stringify(body ?? {}) : null;
  const signal = AbortSignal.timeout(COMMAND_MS);
  const response = await fetch(driver + path, { method, body: content, signal }).catch((error: unknown) => {
    throw signal.aborted
      ? new BrowserHangs(`WebDriver ${method} ${path}: no response within ${COMMAND_MS / 1000} s`)
      : error;
  });
  const { value } = (await response.json()) as { value: { readonly error?: string; readonly message?: string } | null };
  if (!response.ok) throw new Error(`WebDriver ${method} ${path}: ${value?.error}, ${value?.message}`);
  return value;
}
