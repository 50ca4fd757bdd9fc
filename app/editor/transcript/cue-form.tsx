import { Check, CornerDownRight, Merge, Plus, Scissors, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import type { Cue } from '../../../contracts/web-vtt.ts';
import { cueText } from '../../../contracts/web-vtt-text.ts';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { writtenIn } from '../../ui/written-in.ts';
import styles from './transcript.module.css';
import type { TranscriptActName } from './transcript-keys.ts';
import { formatCueTime, transcriptStrings as words } from './transcript-words.ts';

/** The acts that have a button. */
type ButtonAct = Extract<TranscriptActName, 'setStart' | 'setEnd' | 'split' | 'join' | 'insert' | 'confirm' | 'remove'>;

/** The selected cue: its words, its times, and what can be done with it. */
export function CueForm({
  cue,
  index,
  count,
  language,
  text,
  onText,
  onVoice,
  onAct,
}: {
  readonly cue: Cue;
  readonly index: number;
  readonly count: number;
  readonly language: string;
  readonly text: Ref<HTMLTextAreaElement>;
  readonly onText: (text: string) => void;
  readonly onVoice: (voice: string) => void;
  readonly onAct: (act: ButtonAct) => void;
}) {
  // While somebody types, the field has spaces and empty lines that the cue hasn't.
  const [typedText, setTypedText] = useState(cue.text);
  const [typedVoice, setTypedVoice] = useState(cue.voice ?? '');
  const icon = (Icon: typeof Check): ReactNode => <Icon size={18} aria-hidden />;
  const button = (act: ButtonAct, label: string, Icon: typeof Check): ReactNode => (
    <Button variant="secondary" icon={icon(Icon)} onClick={() => onAct(act)}>
      {label}
    </Button>
  );
  return (
    <section className={layout.stack3} aria-label={words.position(index + 1, count)}>
      <p className={styles.position}>
        <strong>{words.position(index + 1, count)}</strong>
        <span>{words.span(formatCueTime(cue.startMs), formatCueTime(cue.endMs))}</span>
      </p>
      <TextArea
        ref={text}
        label={words.text}
        {...writtenIn(language)}
        rows={3}
        value={cueText(typedText) === cue.text ? typedText : cue.text}
        onChange={({ target }) => {
          setTypedText(target.value);
          onText(target.value);
        }}
      />
      <TextField
        label={words.voice}
        autoComplete="off"
        maxLength={TEXT_LINE_MAX}
        value={typedVoice.replace(/\s+/g, ' ').trim() === (cue.voice ?? '') ? typedVoice : (cue.voice ?? '')}
        onChange={({ target }) => {
          setTypedVoice(target.value);
          onVoice(target.value);
        }}
      />
      <div className={layout.wrap}>
        {cue.isMachine === true && button('confirm', words.confirm, Check)}
        {button('setStart', words.setStart, CornerDownRight)}
        {button('setEnd', words.setEnd, CornerDownRight)}
        {button('split', words.split, Scissors)}
        {index + 1 < count && button('join', words.join, Merge)}
        {button('insert', words.insert, Plus)}
        {button('remove', words.remove, Trash2)}
      </div>
    </section>
  );
}
