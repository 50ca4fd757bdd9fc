import { keepsFiles } from '../engines/keeps-files.ts';
import { readView, type View } from './view.ts';
import { logIn, pause, type World } from './world.ts';

/** For what lasts a moment only, as the end of one sound when another begins. */
const MOMENT_MS = 1200;
const ARRIVAL_MS = 60_000;

/** What must hold after each action; returns what does not, or null. */
export async function findBreach(view: View, world: World): Promise<string | null> {
  for (const [index, tab] of world.tabs.entries()) {
    const [error] = await tab.errors();
    if (error !== undefined)
      return `Nobody caught an error${index === world.current ? '' : ' in another tab'}: ${error}`;
  }
  if (view.failure !== '') return `An error is shown: ${view.failure}`;
  const noise = judgeSound(view);
  if (noise !== null) {
    await pause(MOMENT_MS);
    const later = judgeSound(await readView(world.tab()));
    if (later !== null) return later;
  }
  world.leaks.add(view);
  return world.leaks.found;
}

function judgeSound({ sounding, isRecording }: View): string | null {
  if (sounding.length > 1) return `${sounding.length} sounds at once`;
  return isRecording && sounding.length > 0 ? 'Something sounds during a recording' : null;
}

/**
 * What must hold in the end: all that was saved arrives, once there is a network and its author is logged in. In a private
 * window what waits is lost with its page, as the app says.
 */
export async function findLoss(world: World): Promise<string | null> {
  if (world.saved.length === 0 || !(await keepsFiles(world.tab()))) return null;
  await world.front.goOnline();
  world.isOnline = true;
  // With 'hors ligne' on nothing is sent.
  await world.tab().evaluate(() => localStorage.removeItem('offlineMode'));
  for (const tab of world.tabs.splice(0)) await tab.close();
  await world.openTab('/home');
  await world.sees(({ controls }) => controls.length > 0, 20_000);
  await pause(500);
  const { email, password } = world.person;
  if ((await readView(world.tab())).path === '/login') await logIn(world, email, password);
  for (const endMs = Date.now() + ARRIVAL_MS; ; ) {
    const names = (await world.listPlaces()).map(({ appelation }) => appelation);
    const lost = world.saved.filter((title) => !names.includes(title));
    if (lost.length === 0) return null;
    if (Date.now() > endMs)
      return `Saved, and neither sent nor about to be: ${lost.join(' ')} (there are ${names.join(', ')})`;
    await world.tab().evaluate(() => void dispatchEvent(new Event('online')));
    await pause(500);
  }
}
