// Runs before the first paint, so that a dark page never flashes light. The build puts it into each page, and the server
// lets it run by its hash. The key and the colours are those of platform/storage.ts and ui/tokens.css.
(() => {
  let theme = 'light';
  try {
    if (localStorage.getItem('theme') === 'dark') theme = 'dark';
  } catch {
    // Storage is blocked: the default stands.
  }
  document.documentElement.dataset.theme = theme;
  const meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute('content', theme === 'dark' ? '#1b1a20' : '#fbf7f0');
})();
