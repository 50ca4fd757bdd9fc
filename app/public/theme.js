// Runs before the first paint, so that a dark page never flashes light. An external file, because the page's content
// security policy refuses inline scripts. The key and the colours are those of platform/storage.ts and ui/tokens.css.
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
