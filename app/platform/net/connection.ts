import { isOffline } from './offline-mode.ts';

/** What browsers report of their connection; Firefox and Safari report nothing. */
interface Connection {
  readonly saveData?: boolean;
  /** The class of mobile network that is about as fast. */
  readonly effectiveType?: string;
  /** The kind of connection; desktop browsers don't report it. */
  readonly type?: string;
}

function readConnection(): Connection | undefined {
  return 'connection' in navigator ? (navigator.connection as Connection) : undefined;
}

/** True if the browser's data saver or the 'hors ligne' switch is on. */
export function savesData(): boolean {
  return isOffline() || readConnection()?.saveData === true;
}

/** True if the browser says that it is online and fast, saves no data and, where it tells, is not on a mobile network. */
export function isConnectionGood(): boolean {
  const { effectiveType, type } = readConnection() ?? {};
  return navigator.onLine && effectiveType === '4g' && type !== 'cellular' && !savesData();
}
