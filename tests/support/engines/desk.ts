import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHelper } from './processes.ts';

/** Programs of {@link openDesk}. */
export const DESK_PROGRAMS = ['Xvfb', 'dbus-daemon', 'pulseaudio'] as const;

/** What a browser with a window needs around it: a screen in memory, a message bus, sound that nobody hears, and a home. */
export interface Desk {
  /** The environment of a program that uses it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends it all and removes what was written. */
  close(): Promise<void>;
}

/** Starts all of it apart from the system's own, on a display that is free; it works for root, too. */
export async function openDesk(): Promise<Desk> {
  const home = mkdtempSync(join(tmpdir(), 'drop-ici-desk-'));
  const remove = (): void => rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  const folders = { HOME: home, XDG_RUNTIME_DIR: `${home}/run`, XDG_CONFIG_HOME: `${home}/config` };
  mkdirSync(folders.XDG_RUNTIME_DIR, { mode: 0o700 });
  mkdirSync(`${folders.XDG_CONFIG_HOME}/gtk-3.0`, { recursive: true });
  // Pages are told that motion is to be reduced: software draws each frame of an animation.
  writeFileSync(`${folders.XDG_CONFIG_HOME}/gtk-3.0/settings.ini`, '[Settings]\ngtk-enable-animations=false\n');
  const base = { ...process.env, ...folders, LIBGL_ALWAYS_SOFTWARE: '1' };

  const screen = startHelper('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], base);
  const bus = startHelper('dbus-daemon', ['--session', '--nofork', '--print-address=1'], base);
  const env = {
    ...base,
    DISPLAY: `:${await screen.firstLine}`,
    DBUS_SESSION_BUS_ADDRESS: await bus.firstLine,
  };
  const modules = ['module-native-protocol-unix', 'module-null-sink'].flatMap((name) => ['-L', name]);
  const sound = startHelper('pulseaudio', ['-n', '--daemonize=no', '--exit-idle-time=-1', ...modules], env);
  return {
    env,
    close: async () => {
      for (const program of [sound, bus, screen]) await program.stop();
      process.off('exit', remove);
      remove();
    },
  };
}
