/** True for what a file system answers about a name that it does not have. */
export function isNotFound(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotFoundError';
}

/** True for what a file system answers where the device, or what the browser gives this page of it, is full. */
export function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
