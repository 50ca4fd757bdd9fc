// Files that one after the other run in the same page share its origin, and the app reads what is kept there on import.
localStorage.clear();
sessionStorage.clear();
for (const name of await caches.keys()) await caches.delete(name);

export {};
