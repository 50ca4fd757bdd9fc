import { useSnapshot } from 'valtio';
import { converterStrings } from '../drops/composer/converter-words.ts';
import { dropStrings } from '../drops/drop-words.ts';
import { printName } from '../places/place-words.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Sheet } from '../ui/sheet.tsx';
import { editorStrings } from './editor-words.ts';
import styles from './place-editor.module.css';
import { placeEditor } from './place-editor.ts';
import { answerQuestion } from './save-draft.ts';

/** Asks before work is lost. Closing it changes nothing. */
export function QuestionSheet() {
  const words = editorStrings;
  const { question, draft } = useSnapshot(placeEditor);
  const about = question?.about ?? 'unsaved';
  const name = printName(draft?.title ?? '');
  const texts = {
    unsaved: { title: words.unsavedTitle, text: words.unsavedText(name), goOn: words.discard, stay: words.stay },
    redo: { title: words.redoTitle, text: words.redoText, goOn: words.redo, stay: words.keep },
    part: {
      title: converterStrings.partTitle,
      text: question?.text ?? '',
      goOn: words.keepPart,
      stay: dropStrings.otherFile,
    },
    replace: { title: words.replaceTitle, text: words.replaceText, goOn: words.replace, stay: words.keep },
  }[about];
  return (
    <Sheet
      open={question !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) void answerQuestion('stay');
      }}
      title={texts.title}
      closeLabel={strings.app.close}
    >
      <div className={styles.question}>
        <p>{texts.text}</p>
        {about === 'unsaved' && (
          <Button wide lang="en" onClick={() => void answerQuestion('save-first')}>
            {words.save}
          </Button>
        )}
        <Button
          wide
          variant={about === 'unsaved' ? 'secondary' : 'primary'}
          onClick={() => void answerQuestion('stay')}
        >
          {texts.stay}
        </Button>
        <Button wide variant="danger" onClick={() => void answerQuestion('go-on')}>
          {texts.goOn}
        </Button>
      </div>
    </Sheet>
  );
}
