import { strings } from '../ui/common-words.ts';

/** Shown until a screen's code is loaded: the same as in index.html, so that nothing flickers. */
export function Starting() {
  return (
    <div className="starting" role="status">
      <img src="/favicon.svg" alt="" width={64} height={64} />
      <p>{strings.app.name}</p>
    </div>
  );
}
