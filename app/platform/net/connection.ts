/** What browsers tell of their connection; Firefox and Safari tell nothing. */
interface Connection {
  readonly saveData?: boolean;
  /** The class of mobile network that it is as fast as. */
  readonly effectiveType?: string;
  /** What it really is; browsers on a desk don't tell. */
  readonly type?: string;
}

function readConnection(): Connection | undefined {
  return 'connection' in navigator ? (navigator.connection as Connection) : undefined;
}

/** True if the browser's data saver is on. */
export function savesData(): boolean {
  return readConnection()?.saveData === true;
}

/** True if the browser says that it is online and fast, saves no data and, where it tells, is not on a mobile network. */
export function isConnectionGood(): boolean {
  const { effectiveType, type } = readConnection() ?? {};
  return navigator.onLine && effectiveType === '4g' && type !== 'cellular' && !savesData();
}
