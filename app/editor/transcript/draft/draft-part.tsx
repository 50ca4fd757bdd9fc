import { Sparkles } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Cue } from '../../../../contracts/web-vtt.ts';
import { readMedia } from '../../../platform/audio/audio-files.ts';
import { decodeSpeech } from '../../../platform/audio/speech-samples.ts';
import { Button } from '../../../ui/button.tsx';
import { Hint } from '../../../ui/hint.tsx';
import layout from '../../../ui/layout.module.css';
import { Alert } from '../../../ui/message.tsx';
import { WorkProgress } from '../../../ui/progress-bar.tsx';
import { useLoad } from '../../../ui/use-action.ts';
import { useFocusHeir } from '../../../ui/use-focus-heir.ts';
import { transcriptStrings } from '../transcript-words.ts';
import { type DraftMaker, type DraftProgress, findMaker } from './draft-makers.ts';

/** What came of a draft. */
export interface MachineDraft {
  readonly cues: readonly Cue[];
  /** How far it came, in milliseconds; infinite for the end. */
  readonly untilMs: number;
}

/** Offers a first draft by a machine, and makes it. Shows nothing where there is no machine. */
export function DraftPart({
  makers,
  link,
  language,
  onDraft,
}: {
  /** Gives the makers of this device. It must stay the same function. */
  readonly makers: () => Promise<readonly DraftMaker[]>;
  /** Signed link to the sound. */
  readonly link: string;
  readonly language: string;
  /** Called once, with all that was written, also if it was stopped or failed. */
  readonly onDraft: (draft: MachineDraft) => void;
}) {
  const find = useCallback(async () => findMaker(await makers(), language), [makers, language]);
  const { value: found } = useLoad(find);
  const [progress, setProgress] = useState<DraftProgress | 'reading' | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  const heir = useFocusHeir(() => part.current?.querySelector('button') ?? null);
  const run = useRef<AbortController | null>(null);
  // The cues may have been edited meanwhile.
  const take = useRef(onDraft);
  useEffect(() => {
    take.current = onDraft;
  });
  useEffect(
    () => () => {
      const running = run.current;
      run.current = null;
      running?.abort();
    },
    [],
  );
  if (!found) return null;

  const { draft: words } = transcriptStrings;
  const { maker, needs } = found;
  const make = async (): Promise<void> => {
    const own = new AbortController();
    run.current = own;
    const { signal } = own;
    const written: Cue[] = [];
    let untilMs = Number.POSITIVE_INFINITY;
    setFailed(false);
    setProgress('reading');
    try {
      const samples = await decodeSpeech(await readMedia(link, signal));
      signal.throwIfAborted();
      await maker.make(samples, language, signal, { progress: setProgress, cues: (cues) => written.push(...cues) });
    } catch {
      untilMs = written.at(-1)?.endMs ?? 0;
      if (!signal.aborted) setFailed(true);
    }
    // Otherwise the editor is gone.
    if (run.current !== own) return;
    setProgress(null);
    take.current({ cues: written, untilMs });
  };
  return (
    <div ref={part} className={layout.stack2} {...heir}>
      {progress === null ? (
        <>
          <div className={layout.wrap}>
            <Button variant="secondary" icon={<Sparkles size={18} aria-hidden />} onClick={() => void make()}>
              {words.propose}
            </Button>
          </div>
          <Hint>{words[maker.kind](needs.downloadBytes)}</Hint>
        </>
      ) : (
        <WorkProgress
          label={words.steps[progress === 'reading' ? 'reading' : progress.stage]}
          share={progress === 'reading' ? null : progress.share}
          detail={null}
          cancelLabel={words.stop}
          onCancel={() => run.current?.abort()}
        />
      )}
      {hasFailed ? <Alert>{words.failed}</Alert> : null}
    </div>
  );
}
