import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { PHONE } from '../phone/browser.ts';
import { until } from '../until.ts';
import { openDesk } from './desk.ts';
import type { Engine, Phone, Position, TabDriver } from './engine.ts';
import { startHelper } from './processes.ts';
import { makeTab } from './tab.ts';
import { type DriverSession, ELEMENT_KEY, KEY_CODES, startSession } from './webdriver.ts';
import { webkitPageScript } from './webkit-page-script.ts';

/**
 * What of WebKit is switched on beside its defaults: a microphone that beeps and asks nobody, and the private file system,
 * which Safari has. In a window that is driven, which is a private one, that refuses itself.
 */
const FEATURES = '--features=+MockCaptureDevices,-MockCaptureDevicesPrompt,+FileSystem,+StorageAPI';

/** The browser that WebKitGTK is tested with, which Debian puts into a folder of the machine's kind. */
export function findMiniBrowser(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  return folders.map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`).find((path) => existsSync(path));
}

/** Starts what WebKit needs around it; each phone is a browser of its own. */
export async function openWebkit(): Promise<Engine> {
  const binary = findMiniBrowser();
  if (binary === undefined) throw new Error('Expected the MiniBrowser of WebKitGTK');
  const desk = await openDesk();
  const version = await startHelper(binary, ['--version'], desk.env).firstLine;
  return {
    name: 'webkit',
    version: version.replace(/^WebKitGTK\+?/, 'WebKitGTK'),
    pageScript: `(${webkitPageScript})();\n`,
    openPhone: (origin, position) => openPhone(binary, desk.env, origin, position),
    close: desk.close,
  };
}

async function openPhone(
  binary: string,
  env: Readonly<Record<string, string | undefined>>,
  origin: string,
  start: Position,
): Promise<Phone> {
  const port = await freePort();
  const driver = startHelper('WebKitWebDriver', ['-p', String(port)], env, { withDescendants: true });
  const address = `http://127.0.0.1:${port}`;
  await until(async () => void (await fetch(`${address}/status`)));
  const session = await startSession(address, {
    'webkitgtk:browserOptions': { binary, args: ['--automation', FEATURES] },
    unhandledPromptBehavior: 'accept',
  });
  let position = { at: start, accuracyM: 5 };
  const tabs = new Map<string, TabDriver>();
  const place = (tab: TabDriver): Promise<unknown> =>
    tab.run(
      String((fix: unknown) => window.dispatchEvent(new CustomEvent('test-position', { detail: fix }))),
      [position],
    );
  return {
    openTab: async () => {
      const handle = await session.openWindow();
      await session.command(handle, 'POST', '/window/rect', PHONE);
      const tab = drive(session, handle, () => place(tab));
      tabs.set(handle, tab);
      return makeTab(origin, { ...tab, close: () => tab.close().finally(() => tabs.delete(handle)) });
    },
    moveTo: async (at, accuracyM = 5) => {
      position = { at, accuracyM };
      for (const tab of tabs.values()) await place(tab);
    },
    close: async () => {
      await session.end().catch(() => undefined);
      await driver.stop();
    },
  };
}

/** @param onLoad is called after each page that was loaded */
function drive(session: DriverSession, handle: string, onLoad: () => Promise<unknown>): TabDriver {
  const command = session.command.bind(session, handle);
  const collected: string[] = [];
  const run: TabDriver['run'] = async (source, args) => {
    const script = `const done = arguments[1];
      Promise.resolve().then(() => (${source})(...arguments[0]))
        .then((value) => done({ value }), (error) => done({ error: error + '\\n' + error?.stack }));`;
    const answer = (await command('POST', '/execute/async', { script, args: [args] })) as
      | { value: unknown }
      | { error: string };
    if ('error' in answer) throw new Error(answer.error);
    return answer.value;
  };
  const collect = async (): Promise<void> => {
    const found = (await run(
      String(() => window.testErrors?.splice(0) ?? []),
      [],
    )) as string[];
    collected.push(...found);
  };
  const load = async (path: string, body?: object): Promise<void> => {
    await collect();
    await command('POST', path, body);
    await onLoad();
  };
  return {
    goto: (url) => load('/url', { url }),
    reload: () => load('/refresh'),
    back: () => load('/back'),
    run,
    stroke: async ([first, ...others]) => {
      if (first === undefined) return;
      const move = ([x, y]: readonly [number, number]) => ({
        type: 'pointerMove',
        duration: 0,
        origin: 'viewport',
        x: Math.round(x),
        y: Math.round(y),
      });
      const down = { type: 'pointerDown', button: 0 };
      const actions = [move(first), down, ...others.map(move), { type: 'pointerUp', button: 0 }];
      const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
      await command('POST', '/actions', { actions: [pointer] });
    },
    typeText: (text) => pressKeys([...text]),
    press: (key) => pressKeys([KEY_CODES[key]]),
    attach: async (selector, files) => {
      const found = await command('POST', '/element', { using: 'css selector', value: selector });
      const id = (found as Record<string, string>)[ELEMENT_KEY];
      await command('POST', `/element/${id}/value`, { text: files.join('\n') });
    },
    errors: async () => {
      await collect();
      return [...collected];
    },
    screenshot: async (file) => {
      const picture = (await command('GET', '/screenshot')) as string;
      writeFileSync(file, Buffer.from(picture, 'base64'));
    },
    close: () => command('DELETE', '/window'),
  };

  async function pressKeys(keys: readonly string[]): Promise<void> {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('Got no port')),
      );
    });
  });
}
