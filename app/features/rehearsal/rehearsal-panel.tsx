import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { strings } from '../../platform/strings.ts';
import { closeRehearsal, rehearsal } from '../../state/rehearsal.ts';
import { Alert } from '../../ui/alert.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Conditions } from './conditions.tsx';
import type { MapWindow } from './map-window.ts';
import { Playback } from './playback.tsx';
import styles from './rehearsal-panel.module.css';
import { Timeline } from './timeline.tsx';
import { WaySection } from './way-section.tsx';

const words = strings.rehearsal;

/** The rehearsal's tool: at the bottom of a phone, at the right of a wide screen; the map stays in use beside it. */
export function RehearsalPanel({ view }: { readonly view: MapWindow | null }) {
  const { status, isDrawing, answer } = useSnapshot(rehearsal);
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
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
        {status === 'failed' && <Alert>{words.failed}</Alert>}
        <Playback />
        <WaySection view={view} />
        {!isDrawing && status !== 'empty' && <Conditions />}
        {status === 'computing' && answer === null && <Spinner label={words.computing} size={24} />}
        <Timeline view={view} />
      </div>
    </section>
  );
}
