import { useEffect, useReducer, useRef } from 'react';
import { strings } from '../../platform/strings.ts';
import { holdPage } from '../../state/busy.ts';
import { choosePlace } from '../../state/listening.ts';
import { showNotice } from '../../state/notices.ts';
import { putAside } from '../../state/recorder.ts';
import { openTake, reduceTake, type TakeQuestion, type TakeState } from './take.state.ts';
import { createTakeFlow, type Take, type TakeFlow } from './take-flow.ts';

/** A finished recording in its popup, and what can be done with it. */
export interface OpenTake {
  readonly state: TakeState;
  titled(title: string): void;
  save(): void;
  retry(): void;
  /** Asks first: nothing is lost by a stray tap. */
  ask(about: TakeQuestion): void;
  deny(): void;
  /** Deletes the place and the recording, and does what was asked about. */
  confirm(): void;
  /** Closes the popup and leaves the recording on the device. */
  putAside(): void;
}

/** @param onRedo told when a recording was deleted so that it can be done again. */
export function useTake(take: Take, onClosed: () => void, onRedo: () => void): OpenTake {
  const [state, dispatch] = useReducer(reduceTake, take, ({ origin, note }) =>
    openTake(origin, note?.title ?? '', note?.placeId != null),
  );
  const flow = useRef<TakeFlow | null>(null);
  const heard = useRef({ onClosed, onRedo });
  heard.current = { onClosed, onRedo };

  useEffect(() => holdPage('recording'), []);

  useEffect(() => {
    const made = createTakeFlow(take, dispatch, (placeId) => {
      dispatch({ type: 'closed' });
      heard.current.onClosed();
      const action = { label: strings.drops.listen, run: () => choosePlace(placeId) };
      showNotice(strings.record.saved, { action });
    });
    flow.current = made;
    made.advance();
    return () => {
      flow.current = null;
      made.dispose();
    };
  }, [take]);

  const confirm = async (about: TakeQuestion | null): Promise<void> => {
    dispatch({ type: 'denied' });
    if (!(await flow.current?.remove())) return;
    dispatch({ type: 'closed' });
    heard.current.onClosed();
    if (about === 'redo') heard.current.onRedo();
  };

  return {
    state,
    titled(title) {
      dispatch({ type: 'titled', title });
      flow.current?.titled(title);
    },
    save: () => flow.current?.save(state.title),
    retry: () => flow.current?.retry(state.title),
    ask: (about) => dispatch({ type: 'asked', about }),
    deny: () => dispatch({ type: 'denied' }),
    confirm: () => void confirm(state.asks),
    putAside() {
      dispatch({ type: 'closed' });
      flow.current?.dispose();
      void putAside(take.id, take.userId).then(() => heard.current.onClosed());
    },
  };
}
