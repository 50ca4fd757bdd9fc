import { isOffline } from './reach.ts';

/** What browsers report of their connection; Firefox and Safari report nothing. */
interface Connection {
  readonly saveData?: boolean;
  /** The mobile network class of about the same speed. */
  readonly effectiveType?: string;
  /** The kind of connection; desktop browsers don't report it. */
  readonly type?: string;
  /** Time for a request to be answered, in milliseconds. */
  readonly rtt?: number;
  /** Estimated speed, in megabits a second. */
  readonly downlink?: number;
}

const WEAK_TYPES = ['slow-2g', '2g', '3g'];
/** Stories start late beyond this. */
const WEAK_RTT_MS = 600;
/** A rendition has 64 kbit/s; below this speed, prefetching several and drawing a map lags behind a walker. */
const WEAK_DOWNLINK_MBPS = 0.7;

function readConnection(): Connection | undefined {
  return 'connection' in navigator ? (navigator.connection as Connection) : undefined;
}

/** True if the browser's data saver or the 'hors ligne' switch is on. */
export function savesData(): boolean {
  return isOffline() || readConnection()?.saveData === true;
}

/** True if the browser reports a slow connection; false if it reports nothing. */
export function isConnectionWeak(): boolean {
  const { effectiveType = '', rtt = 0, downlink = Number.POSITIVE_INFINITY } = readConnection() ?? {};
  return WEAK_TYPES.includes(effectiveType) || rtt > WEAK_RTT_MS || downlink < WEAK_DOWNLINK_MBPS;
}

/** True if the browser reports that it is online and fast, saves no data and is not on a mobile network. */
export function isConnectionGood(): boolean {
  const { effectiveType, type } = readConnection() ?? {};
  return navigator.onLine && effectiveType === '4g' && type !== 'cellular' && !savesData();
}
