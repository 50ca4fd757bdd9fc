import { removeFolder } from './remove-folder.ts';

/** Empties all that this page's origin keeps. */
export async function clearStorage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  for (const name of await caches.keys()) await caches.delete(name);
  for (const name of await listFolders()) await removeFolder(name);
  for (const { name } of await indexedDB.databases()) await deleteDatabase(name ?? '');
}

async function listFolders(): Promise<string[]> {
  const names: string[] = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
  return names;
}

/** Resolves also where somebody has not let go of it yet: it goes then. */
function deleteDatabase(name: string): Promise<unknown> {
  return new Promise((done) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = done;
    request.onblocked = done;
  });
}
