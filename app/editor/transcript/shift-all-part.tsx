import { ChevronRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { transcriptStrings as words } from './transcript-words.ts';

/** Shifts all cues by a number of seconds: for a file that was made for another cut of the sound. */
export function ShiftAllPart({ onShift }: { readonly onShift: (byMs: number) => void }) {
  const [seconds, setSeconds] = useState('');
  // With a comma, too, as French keyboards have it.
  const byMs = Math.round(Number(seconds.trim().replace(',', '.').replace('−', '-')) * 1000);
  const canShift = Number.isFinite(byMs) && byMs !== 0;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canShift) onShift(byMs);
  };
  return (
    <details className={layout.disclosure}>
      <summary>
        <ChevronRight size={18} aria-hidden />
        {words.shiftAll}
      </summary>
      <form className={layout.panel} onSubmit={submit}>
        <TextField
          label={words.shiftBy}
          inputMode="decimal"
          autoComplete="off"
          value={seconds}
          onChange={({ target }) => setSeconds(target.value)}
        />
        <Button type="submit" variant="secondary" disabled={!canShift}>
          {words.shift}
        </Button>
      </form>
    </details>
  );
}
