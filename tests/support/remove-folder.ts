import { until } from './until.ts';

/** Removes a folder of the private file system with all in it. The files of an ended worker are free a moment later. */
export async function removeFolder(name: string): Promise<void> {
  const root = await navigator.storage.getDirectory();
  await until(() =>
    root.removeEntry(name, { recursive: true }).catch((error: DOMException) => {
      if (error.name !== 'NotFoundError') throw error;
    }),
  );
}
