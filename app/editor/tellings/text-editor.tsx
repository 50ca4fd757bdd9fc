import { Bold, Italic, Link, List } from 'lucide-react';
import { Tabs } from 'radix-ui';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { TELLING_TEXT_MAX } from '../../../contracts/limits.ts';
import { plainBlock } from '../../../contracts/lines.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import layout from '../../ui/layout.module.css';
import { Prose } from '../../ui/prose.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import typography from '../../ui/typography.module.css';
import { writtenIn } from '../../ui/written-in.ts';
import { editMarkdown, type MarkdownEdit } from './markdown-edit.ts';
import styles from './tellings.module.css';
import { tellingsStrings as words } from './tellings-words.ts';

const TOOLS = [
  { edit: 'strong', Icon: Bold },
  { edit: 'emphasis', Icon: Italic },
  { edit: 'list', Icon: List },
  { edit: 'link', Icon: Link },
] as const satisfies readonly { readonly edit: MarkdownEdit; readonly Icon: unknown }[];

/** From how many characters that are left the number is shown. */
const SHOWN_LEFT = 2000;

/** A field for a text in Markdown, with buttons for its marks and a preview of what visitors read. */
export function TextEditor({
  text,
  language,
  disabled,
  isFaulty,
  onText,
}: {
  readonly text: string;
  readonly language: string;
  readonly disabled: boolean;
  /** It can't be saved as it is: shown and focused, to be corrected. */
  readonly isFaulty: boolean;
  readonly onText: (text: string) => void;
}) {
  const [mode, setMode] = useState('write');
  const area = useRef<HTMLTextAreaElement>(null);
  /** What a button has selected, until it is shown. */
  const selection = useRef<{ readonly start: number; readonly end: number } | null>(null);
  const countId = useId();
  const left = TELLING_TEXT_MAX - plainBlock(text).length;

  useLayoutEffect(() => {
    const { current } = selection;
    selection.current = null;
    if (current === null || area.current === null) return;
    area.current.focus();
    area.current.setSelectionRange(current.start, current.end);
  });

  useEffect(() => {
    if (isFaulty) setMode('write');
  }, [isFaulty]);

  const apply = (edit: MarkdownEdit): void => {
    if (area.current === null) return;
    const { selectionStart, selectionEnd } = area.current;
    const edited = editMarkdown({ text, start: selectionStart, end: selectionEnd }, edit);
    selection.current = edited;
    onText(edited.text);
  };

  return (
    <Tabs.Root value={mode} onValueChange={setMode} className={layout.stack2}>
      <div className={styles.textHead}>
        <Tabs.List className={styles.tabs} aria-label={words.text}>
          <Tabs.Trigger value="write" className={styles.tab ?? ''}>
            {words.write}
          </Tabs.Trigger>
          <Tabs.Trigger value="preview" className={styles.tab ?? ''}>
            {words.preview}
          </Tabs.Trigger>
        </Tabs.List>
        {mode === 'write' && (
          <fieldset className={styles.tools} aria-label={words.tools.label}>
            {TOOLS.map(({ edit, Icon }) => (
              <IconButton
                key={edit}
                label={words.tools[edit]}
                icon={<Icon size={18} aria-hidden />}
                disabled={disabled}
                onClick={() => apply(edit)}
              />
            ))}
          </fieldset>
        )}
      </div>
      <Tabs.Content value="write" tabIndex={-1}>
        <TextArea
          ref={area}
          label={words.text}
          {...writtenIn(language)}
          name="text"
          // The preview may have been shown instead.
          autoFocus={isFaulty}
          rows={6}
          value={text}
          readOnly={disabled}
          invalid={left < 0}
          describedBy={countId}
          onChange={({ target }) => onText(target.value)}
        />
      </Tabs.Content>
      <Tabs.Content value="preview" className={styles.preview}>
        {text.trim() === '' ? (
          <p className={typography.hint}>{words.emptyPreview}</p>
        ) : (
          <Prose text={text} lang={language} />
        )}
      </Tabs.Content>
      {left < SHOWN_LEFT && (
        <p id={countId} role="status" className={left < 0 ? styles.over : typography.hint}>
          {left < 0 ? words.over(-left) : words.left(left)}
        </p>
      )}
    </Tabs.Root>
  );
}
