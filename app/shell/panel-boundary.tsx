import { RotateCcw, X } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { busy } from '../page/busy.ts';
import { reloadPage } from '../platform/page/page-events.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { PartMissingError } from '../ui/lazy-part.ts';
import { Alert } from '../ui/message.tsx';
import { missingStrings } from './missing-words.ts';
import styles from './panel-boundary.module.css';

interface Props {
  readonly children: ReactNode;
  /** Lets the message float over the map instead of taking part in the layout. */
  readonly floats?: boolean;
  /** Closes the panel. The message can be dismissed only if this is given. */
  readonly onGiveUp?: () => void;
  /** Shown instead of the message. */
  readonly fallback?: ReactNode;
}

/** Shows a message with a retry in place of a panel that failed. React logs the error with its component stack. */
export class PanelBoundary extends Component<Props, { readonly error: unknown; readonly hasFailed: boolean }> {
  override state = { error: null as unknown, hasFailed: false };

  /** Called by React with the thrown value. */
  static getDerivedStateFromError(error: unknown) {
    return { error, hasFailed: true };
  }

  override render(): ReactNode {
    const { children, floats, onGiveUp, fallback } = this.props;
    if (!this.state.hasFailed) return children;
    if (fallback !== undefined) return fallback;
    const reset = (): void => this.setState({ error: null, hasFailed: false });
    const giveUp = (): void => {
      onGiveUp?.();
      reset();
    };
    return (
      <div className={floats ? styles.floating : styles.inPlace}>
        {this.state.error instanceof PartMissingError ? (
          <Missing onGiveUp={onGiveUp && giveUp} />
        ) : (
          <Failed onRetry={reset} onGiveUp={onGiveUp && giveUp} />
        )}
      </div>
    );
  }
}

interface GiveUp {
  readonly onGiveUp: (() => void) | undefined;
}

function Failed({ onRetry, onGiveUp }: GiveUp & { readonly onRetry: () => void }) {
  return (
    <Alert
      action={
        <div className={styles.acts}>
          <Button variant="quiet" icon={<RotateCcw size={18} aria-hidden />} onClick={onRetry}>
            {strings.app.retry}
          </Button>
          <Dismiss onGiveUp={onGiveUp} />
        </div>
      }
    >
      {missingStrings.partFailed}
    </Alert>
  );
}

/** Browsers cache a failed import, so only a reload helps; it is offered only if it would lose nothing. */
function Missing({ onGiveUp }: GiveUp) {
  const { works } = useSnapshot(busy);
  const isBusy = works.length > 0;
  return (
    <Alert
      action={
        <div className={styles.acts}>
          {!isBusy && (
            <Button variant="quiet" icon={<RotateCcw size={18} aria-hidden />} onClick={reloadPage}>
              {strings.shell.reload}
            </Button>
          )}
          <Dismiss onGiveUp={onGiveUp} />
        </div>
      }
    >
      {missingStrings.partMissing} {isBusy && missingStrings.partWaits}
    </Alert>
  );
}

function Dismiss({ onGiveUp }: GiveUp) {
  if (onGiveUp === undefined) return null;
  return <IconButton label={strings.app.dismiss} icon={<X size={18} aria-hidden />} onClick={onGiveUp} />;
}
