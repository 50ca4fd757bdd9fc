import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { IconButton } from '../ui/icon-button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Playback } from './playback.tsx';
import { rehearsal } from './rehearsal.ts';
import { RehearsalFailure } from './rehearsal-failure.tsx';
import styles from './rehearsal-panel.module.css';
import { closeRehearsal } from './rehearsal-tool.ts';
import { rehearsalStrings } from './rehearsal-words.ts';
import { Setup } from './setup.tsx';
import type { ShownMap } from './shown-map.ts';
import { Timeline } from './timeline.tsx';

const words = rehearsalStrings;

/** The rehearsal's tool: at the bottom of a phone, at the right of a wide screen; the map remains usable beside it. */
export function RehearsalPanel({ view }: { readonly view: ShownMap | null }) {
  const { status, isDrawing, answer } = useSnapshot(rehearsal);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const hasAnswer = answer !== null;
  // On opening, and whenever the focused control was replaced.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say which controls are shown.
  useEffect(() => {
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) title.current?.focus();
  }, [isDrawing, hasAnswer, status === 'empty']);
  useEffect(() => title.current?.focus(), []);

  return (
    <section className={styles.panel} aria-labelledby={titleId} data-status={status}>
      <header className={styles.head}>
        <h2 ref={title} id={titleId} tabIndex={-1} className={styles.title}>
          {words.title}
        </h2>
        <IconButton label={words.close} icon={<X size={20} aria-hidden />} onClick={closeRehearsal} />
      </header>
      <div className={styles.body}>
        {status === 'empty' && !isDrawing && <p className={styles.soft}>{words.lead}</p>}
        {status === 'failed' && <RehearsalFailure />}
        <Playback />
        <Setup view={view} />
        {status === 'computing' && !hasAnswer && <Spinner label={words.computing} size={24} />}
        <Timeline view={view} />
      </div>
    </section>
  );
}
