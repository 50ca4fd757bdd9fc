import { Footprints } from 'lucide-react';
import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import { wordsForGpxFault } from '../../rehearsal/rehearsal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { batch, forgetWalk, proposeShift, readWalks, shiftClock } from './batch.ts';
import { batchStrings, formatShift, wordsForWalk } from './batch-words.ts';

const words = batchStrings;

/** Places the files by the GPX of the walk on which they were recorded, and corrects their clock. */
export function WalkPart() {
  const { files, walk, walkFault, isReadingWalk, shiftMs } = useSnapshot(batch);
  const input = useRef<HTMLInputElement>(null);
  const [first, last] = [walk?.fixes[0], walk?.fixes.at(-1)];
  const fault = walkFault !== null && (
    <Alert>{walkFault === 'no-times' ? words.noTimes : wordsForGpxFault(walkFault)}</Alert>
  );
  if (first === undefined || last === undefined) {
    return (
      <div className={layout.stack1}>
        {/* No `accept`: phones don't know GPX, and would disable such files. */}
        <input
          ref={input}
          type="file"
          multiple
          aria-label={words.walk}
          className="visually-hidden"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            void readWalks([...(currentTarget.files ?? [])]);
            // Otherwise choosing the same file again would fire no event.
            currentTarget.value = '';
          }}
        />
        <Button
          wide
          variant="secondary"
          busy={isReadingWalk}
          icon={<Footprints size={18} aria-hidden />}
          onClick={() => input.current?.click()}
        >
          {words.walk}
        </Button>
        <Hint>{words.walkHint}</Hint>
        {fault}
      </div>
    );
  }
  const recorded = files.filter(({ recorded }) => recorded !== null);
  const proposed = proposeShift();
  return (
    <section className={layout.stack2} aria-label={words.walk}>
      <p>
        <strong>{wordsForWalk(first.atMs, last.atMs)}</strong>{' '}
        <span role="status">
          {words.onWalkCount(recorded.filter(({ onWalk }) => onWalk !== null).length, recorded.length)}
        </span>
      </p>
      {fault}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form. */}
      <div role="group" aria-label={words.clock} className={layout.stack2}>
        <p>
          {words.clock}
          {'\u00a0: '}
          <strong role="status">{formatShift(shiftMs)}</strong>
        </p>
        <div className={layout.wrap}>
          {words.clockSteps.map(({ label, ms }) => (
            <Button key={ms} variant="secondary" onClick={() => shiftClock(shiftMs + ms)}>
              {label}
            </Button>
          ))}
          {proposed !== null && (
            <Button onClick={() => shiftClock(proposed)}>{words.proposeShift(formatShift(proposed))}</Button>
          )}
          <Button variant="quiet" onClick={forgetWalk}>
            {words.otherWalk}
          </Button>
        </div>
      </div>
    </section>
  );
}
