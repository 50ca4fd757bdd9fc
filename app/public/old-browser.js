// Shows a page that can be read where the browser is older than what the build uses: Safari 17, Chrome 120, Firefox 121.
// A classic script in old syntax, which such a browser still runs. It asks for nothing that only a secure page has.
(function () {
  var css = window.CSS;
  var isNewEnough =
    'noModule' in document.createElement('script') &&
    typeof URL.canParse === 'function' &&
    typeof Array.prototype.toSorted === 'function' &&
    typeof Array.prototype.findLast === 'function' &&
    typeof Object.hasOwn === 'function' &&
    typeof structuredClone === 'function' &&
    typeof AbortSignal !== 'undefined' &&
    typeof AbortSignal.timeout === 'function' &&
    css !== undefined &&
    css.supports('selector(:has(*))') &&
    css.supports('color', 'color-mix(in srgb, red, blue)') &&
    css.supports('height', '1dvh');
  if (isNewEnough) return;
  var app = document.getElementById('root');
  // Without it the app does not start, where its code can be read at all.
  app.parentNode.removeChild(app);
  document.getElementById('old-browser').hidden = false;
})();
