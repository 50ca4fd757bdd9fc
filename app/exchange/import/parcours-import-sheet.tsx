import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { ImportError } from '../../../contracts/imported-file.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { ApiError } from '../../platform/net/api.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { FactList } from '../../ui/fact-list.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Hint } from '../../ui/hint.tsx';
import { labelLanguage } from '../../ui/language-names.ts';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { formatSize } from '../../ui/number-words.ts';
import { ProgressBar, WorkProgress } from '../../ui/progress-bar.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import typography from '../../ui/typography.module.css';
import { importStrings, wordsForImport } from './import-words.ts';
import {
  cancelParcoursImport,
  chooseParcoursZip,
  closeParcoursImport,
  forgetParcoursZip,
  parcoursImport,
  startParcoursImport,
} from './parcours-import.ts';
import { parcoursImportStrings as words } from './parcours-import-words.ts';

/** Imports the ZIP of a whole parcours as a new one: choosing it, looking at what it has, sending it. @param onImported called when it is to be shown */
export function ParcoursImportSheet({ onImported }: { readonly onImported: () => void }) {
  const { phase, bytes, bytesMax, failure } = useSnapshot(parcoursImport);
  const start = async (): Promise<void> => {
    const name = parcoursImport.found?.name || words.unnamed;
    const made = await startParcoursImport();
    if (made !== null) {
      showNotice(words.done(name, made.leftOut));
      if (made.isShown) onImported();
    } else if (!parcoursImport.isOpen && parcoursImport.failure !== null) {
      // Nobody sees the sheet any more.
      showNotice(words.failed(name, wordsForFault(parcoursImport.failure)));
    }
  };
  const foot =
    phase === 'shown' ? (
      <Button wide disabled={bytes > bytesMax} onClick={() => void start()}>
        {failure === null ? words.confirm : strings.app.retry}
      </Button>
    ) : undefined;
  return (
    <Sheet title={words.title} description={words.hint} foot={foot} onClose={closeParcoursImport}>
      <div className={layout.stack4}>
        {phase === 'choosing' && <Choosing />}
        {phase === 'reading' && <Reading />}
        {phase !== 'choosing' && phase !== 'reading' && <Content />}
        {phase === 'shown' && (
          <Button variant="quiet" onClick={forgetParcoursZip}>
            {words.other}
          </Button>
        )}
        {(phase === 'sending' || phase === 'checking') && <Sending />}
      </div>
    </Sheet>
  );
}

function Choosing() {
  const { failure } = useSnapshot(parcoursImport);
  const [refused, setRefused] = useState<string | null>(null);
  return (
    <>
      {refused !== null ? <Alert>{refused}</Alert> : <Failure failure={failure} />}
      {/* Any file: its content tells what it is, and phones name this type in several ways. */}
      <FileDrop
        offered=""
        mayTake={() => true}
        typeWords={importStrings.faults['no-parcours']}
        label={words.choose}
        onFile={(file) => {
          setRefused(null);
          void chooseParcoursZip(file);
        }}
        onRefused={setRefused}
      >
        {() => (
          <>
            <FileUp size={28} aria-hidden />
            <strong>{words.choose}</strong>
            <span className={typography.hint} aria-hidden>
              {words.drop}
            </span>
          </>
        )}
      </FileDrop>
    </>
  );
}

function Reading() {
  const { fileName } = useSnapshot(parcoursImport);
  return (
    <>
      <div className={layout.loading}>
        <Spinner size={28} label={importStrings.reading(fileName)} />
      </div>
      <Button variant="secondary" onClick={forgetParcoursZip}>
        {strings.app.cancel}
      </Button>
    </>
  );
}

/** What the ZIP says of itself. */
function Content() {
  const { phase, found, fileName, bytes, bytesMax, failure } = useSnapshot(parcoursImport);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  if (found === null) return null;
  const { name, places, sounds, pictures, languages } = found;
  const tooLarge = bytes > bytesMax ? words.tooLarge(formatSize(bytes), formatSize(bytesMax)) : null;
  return (
    <>
      {tooLarge !== null ? <Alert>{tooLarge}</Alert> : <Failure failure={failure} />}
      <div className={layout.lines}>
        <h3 ref={title} tabIndex={-1} dir="auto">
          {name || words.unnamed}
        </h3>
        <Hint breaks>{fileName}</Hint>
      </div>
      <FactList
        label={words.facts}
        rows={[
          [words.places, String(places)],
          [words.sounds, String(sounds)],
          [words.pictures, String(pictures)],
          [words.languages, languages.map(nameOf).join(', ')],
          [words.size, formatSize(bytes)],
        ]}
      />
      {phase === 'shown' && tooLarge === null && <Hint>{words.before}</Hint>}
    </>
  );
}

/** A file may have any text as a language's code. */
function nameOf(code: string): string {
  try {
    return labelLanguage(code);
  } catch {
    return code;
  }
}

function Sending() {
  const { phase, sentShare, bytes } = useSnapshot(parcoursImport);
  return (
    <>
      {phase === 'sending' ? (
        <WorkProgress
          label={words.sending}
          share={sentShare}
          detail={words.sent(formatSize(sentShare * bytes), formatSize(bytes))}
          cancelLabel={strings.app.cancel}
          onCancel={cancelParcoursImport}
        />
      ) : (
        <div className={layout.stack3}>
          <ProgressBar label={words.checking} value={null} />
          <p role="status">{words.checking}</p>
        </div>
      )}
      <Hint>{words.background}</Hint>
    </>
  );
}

/** Why a step failed, with what the server says of a ZIP that it refuses. */
function Failure({ failure }: { readonly failure: unknown }) {
  if (failure === null) return null;
  const said = isRefusedZip(failure) ? failure.said : null;
  return (
    <Alert>
      {wordsForFault(failure)}
      {said !== null && (
        <Hint breaks>
          {words.said} <span lang="en">{said}</span>
        </Hint>
      )}
    </Alert>
  );
}

function wordsForFault(failure: unknown): string {
  if (isRefusedZip(failure)) return words.changed;
  return failure instanceof ImportError ? wordsForImport(failure) : wordsFor(failure);
}

/** The codes with which the server refuses a ZIP for what is in it, and says what. */
const REFUSED_ZIP: ReadonlySet<string> = new Set(['invalid_request', 'invalid_audio', 'invalid_image']);

function isRefusedZip(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && REFUSED_ZIP.has(failure.code);
}
