/** Of the page before any test. */
const { href } = location;
const { title } = document;

/** Takes away what the page shows, where it is and what it is called. Who loaded this first found it so. */
export function emptyPage(): void {
  document.body.replaceChildren();
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
  for (const name of Object.keys(document.documentElement.dataset)) {
    delete document.documentElement.dataset[name];
  }
  document.title = title;
  history.replaceState(null, '', href);
}
