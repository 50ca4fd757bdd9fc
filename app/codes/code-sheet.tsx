import { Headphones, ScanQrCode, X } from 'lucide-react';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { readPlaceCode, TYPED_CODE_MAX } from '../../contracts/place-code.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { places } from '../places/places.ts';
import { CameraError, type CameraFault, canReadCodes, readCodes } from '../platform/page/code-reader.ts';
import { leaveTo, readOrigin } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';
import { Button } from '../ui/button.tsx';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { TextField } from '../ui/text-field.tsx';
import typography from '../ui/typography.module.css';
import { useAction } from '../ui/use-action.ts';
import { allowSound } from '../walk/listening.ts';
import { showPlace } from '../walk/map-focus.ts';
import { codeDialogStrings, codeStrings } from './code-words.ts';
import styles from './codes.module.css';
import { findCode, listCoded, playCoded, showCodeSheet } from './codes.ts';
import { codeInText } from './open-code.ts';

const words = codeDialogStrings;

/** The dialog in which the code of a place is typed, or scanned where the browser reads codes; then its story plays. */
export function CodeSheet() {
  const [typed, setTyped] = useState('');
  const { busy, failure, setFailure, run } = useAction(wordsFor);
  const alertId = useId();
  const close = (): void => showCodeSheet(false);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const open = (code: string): Promise<void> =>
    run(async () => {
      const target = readPlaceCode(code) === null ? null : await findCode(code);
      // Whoever has closed the dialog wants neither the story nor another map.
      if (!isShown.current) return;
      if (target?.kind === 'open') return leaveTo(target.path);
      const place = target === null ? undefined : await listCoded(target);
      if (!isShown.current) return;
      if (place !== undefined) {
        close();
        play(place.id, place.media !== null);
      } else if (target !== null && places.failure !== null) throw places.failure;
      else setFailure(`${codeStrings.unknown}. ${codeStrings.unknownHint}`);
    });

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // The story starts when its place is found, after the tap's permission to play sound has expired.
    allowSound();
    if (typed.trim() === '') setFailure(words.missing);
    else if (!busy) void open(typed);
  };

  return (
    <Sheet title={codeStrings.open} onClose={close}>
      <div className={layout.stack4}>
        <form className={layout.stack4} noValidate onSubmit={submit}>
          {failure === null ? null : <Alert id={alertId}>{failure}</Alert>}
          <TextField
            label={words.label}
            note={words.hint}
            className={styles.field}
            value={typed}
            maxLength={TYPED_CODE_MAX}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="go"
            invalid={failure !== null}
            describedBy={alertId}
            onChange={({ target }) => {
              setTyped(target.value);
              setFailure(null);
            }}
          />
          <Button type="submit" wide busy={busy} icon={<Headphones size={20} aria-hidden />}>
            {codeStrings.listen}
          </Button>
        </form>
        <Camera
          isPaused={busy}
          onCode={(code) => {
            setTyped(code.toUpperCase());
            void open(code);
          }}
        />
      </div>
    </Sheet>
  );
}

function play(placeId: PlaceId, hasStory: boolean): void {
  if (hasStory) playCoded(placeId);
  else {
    showPlace(placeId);
    showNotice(codeStrings.silent, { tone: 'info' });
  }
}

/** A button that opens the camera, and its picture; or why there is none. */
function Camera({ isPaused, onCode }: { readonly isPaused: boolean; readonly onCode: (code: string) => void }) {
  const [fault, setFault] = useState<CameraFault | null>(null);
  const [isOpen, setOpen] = useState(false);
  const scanned = useRef('');
  useEffect(() => {
    let isShown = true;
    void canReadCodes().then((can) => {
      if (isShown && !can) setFault('unsupported');
    });
    return () => {
      isShown = false;
    };
  }, []);
  if (fault !== null) return <p className={typography.hint}>{words.faults[fault]}</p>;
  if (!isOpen) {
    return (
      <Button
        variant="secondary"
        wide
        icon={<ScanQrCode size={20} aria-hidden />}
        onClick={() => {
          allowSound();
          scanned.current = '';
          setOpen(true);
        }}
      >
        {words.camera}
      </Button>
    );
  }
  return (
    <Viewfinder
      onCode={(code) => {
        // It is read again and again while it is in the picture.
        if (isPaused || code === scanned.current) return;
        scanned.current = code;
        onCode(code);
      }}
      onEnd={(why) => {
        setOpen(false);
        setFault(why);
      }}
    />
  );
}

/** The camera's picture, in which codes are read while it is shown. `onEnd` gets the fault of a camera that can't be used. */
function Viewfinder({
  onCode,
  onEnd,
}: {
  readonly onCode: (code: string) => void;
  readonly onEnd: (fault: CameraFault | null) => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const listeners = useRef({ onCode, onEnd });
  listeners.current = { onCode, onEnd };
  const [isOther, setOther] = useState(false);
  useEffect(() => {
    if (video.current === null) return;
    const scope = new Scope();
    readCodes(scope, video.current, {
      onText: (text) => {
        const code = codeInText(text, readOrigin());
        setOther(code === null);
        if (code !== null) listeners.current.onCode(code);
      },
      onEnd: () => listeners.current.onEnd(null),
    }).catch((error: unknown) => {
      if (!scope.disposed) listeners.current.onEnd(error instanceof CameraError ? error.fault : 'missing');
    });
    return () => scope.dispose();
  }, []);
  return (
    <div className={layout.stack2}>
      <div className={styles.viewfinder}>
        <video ref={video} aria-label={words.viewfinder} muted playsInline />
      </div>
      <p role="status" className={typography.hint}>
        {isOther ? words.otherQr : words.aim}
      </p>
      <Button variant="secondary" wide icon={<X size={20} aria-hidden />} onClick={() => onEnd(null)}>
        {words.closeCamera}
      </Button>
    </div>
  );
}
