import { LogIn } from 'lucide-react';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { readPlaceCode } from '../../contracts/place-code.ts';
import { wordsFor } from '../page/error-words.ts';
import { paths } from '../paths.ts';
import { replaceWith } from '../platform/page/page-events.ts';
import { codeNote } from '../platform/storage/tab-notes.ts';
import { Button } from '../ui/button.tsx';
import { useLoad } from '../ui/use-action.ts';
import { CodeFailure, CodeFrame, CodeLooking, CodeUnknown } from './code-frame.tsx';
import { codeStrings as words } from './code-words.ts';
import styles from './codes.module.css';
import { findOpen } from './open-code.ts';

/** The page of a code for somebody who isn't logged in: leads to the public page of an open parcours, or to the login. */
export function CodeOutside({ code }: { readonly code: string }) {
  const navigate = useNavigate();
  const { value: isFound, failure, retry } = useLoad(useCallback(() => openOutside(code), [code]));
  if (failure !== undefined) return <CodeFailure words={wordsFor(failure)} onRetry={retry} />;
  if (isFound === undefined) return <CodeLooking />;
  // Of a code that a place may have, the server says nothing more to strangers.
  if (readPlaceCode(code) === null) return <CodeUnknown>{null}</CodeUnknown>;
  return (
    <CodeFrame eyebrow={words.pageTitle(code.toUpperCase())} title={words.memberTitle}>
      <p className={styles.hint}>{words.memberHint}</p>
      <Button wide icon={<LogIn size={20} aria-hidden />} onClick={() => void navigate(paths.login)}>
        {words.logIn}
      </Button>
    </CodeFrame>
  );
}

/** Leaves the page for the public page that a code leads to; if there is none, resolves with false, and the code waits. */
async function openOutside(code: string): Promise<false> {
  const target = await findOpen(code);
  if (target?.kind !== 'open') {
    // For a login, or an invitation that is opened in this tab.
    if (readPlaceCode(code) !== null) codeNote.write(code);
    return false;
  }
  replaceWith(target.path);
  return new Promise<never>(() => {});
}
