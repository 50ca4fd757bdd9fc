/** What the browser grants this site, in bytes. */
export interface StorageGrant {
  readonly quotaBytes: number;
  readonly usedBytes: number;
}

/** Whether the browser keeps what is stored until somebody removes it; null where it doesn't tell. Never rejects. */
export async function isPersisted(): Promise<boolean | null> {
  try {
    return await navigator.storage.persisted();
  } catch {
    return null;
  }
}

/**
 * Asks the browser to keep what is stored until somebody removes it. Some ask the person, which may take any time. Returns
 * the answer; null where the browser doesn't know the question. Never rejects.
 */
export async function requestPersistence(): Promise<boolean | null> {
  try {
    // Checked first: some browsers ask the person at each request.
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return null;
  }
}

/** What the browser grants this site; null where it doesn't tell. Never rejects. */
export async function readStorageGrant(): Promise<StorageGrant | null> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined || usage === undefined ? null : { quotaBytes: quota, usedBytes: usage };
  } catch {
    return null;
  }
}
