/** The browser's storage quota for this site, in bytes. */
export interface StorageGrant {
  readonly quotaBytes: number;
  readonly usedBytes: number;
}

/** Whether the browser keeps stored data until somebody removes it; null if it doesn't tell. Never rejects. */
export async function isPersisted(): Promise<boolean | null> {
  try {
    return await navigator.storage.persisted();
  } catch {
    return null;
  }
}

/**
 * Asks the browser to keep stored data until somebody removes it. Some browsers ask the person, which may take any
 * time. Returns the answer; null if the browser doesn't support the question. Never rejects.
 */
export async function requestPersistence(): Promise<boolean | null> {
  try {
    // Checked first: some browsers ask the person at each request.
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return null;
  }
}

/** Reads the browser's quota for this site; null if it doesn't tell. Never rejects. */
export async function readStorageGrant(): Promise<StorageGrant | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : { quotaBytes: quota, usedBytes: usage };
  } catch {
    return null;
  }
}
