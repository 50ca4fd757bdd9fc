import { strings } from '../words/strings.ts';

/** What stands there until a screen's code has come: the same as in index.html, so that nothing flashes. */
export function Starting() {
  return (
    <div className="starting" role="status">
      <img src="/favicon.svg" alt="" width={64} height={64} />
      <p>{strings.app.name}</p>
    </div>
  );
}
