import { ChevronDown, Dices } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { formatTime } from '../platform/page/time.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout.module.css';
import typography from '../ui/typography.module.css';
import { ValueSlider } from '../ui/value-slider.tsx';
import { REHEARSAL_SPEED_MPS, rehearsal, type ShownMap } from './rehearsal.ts';
import styles from './rehearsal-panel.module.css';
import { nameRoute, rehearsalStrings } from './rehearsal-words.ts';
import { changeSettings, walkAsRecorded } from './route.ts';
import { RouteSection } from './route-section.tsx';
import { Segments } from './segments.tsx';

const words = rehearsalStrings;

/** The route and the settings of the walk. Once there is a result, both collapse into one line that can be opened. */
export function Setup({ view }: { readonly view: ShownMap | null }) {
  const { status, isDrawing, answer, name, lines, chosen, lengthM, settings, timesS, isAsRecorded } =
    useSnapshot(rehearsal);
  const { speedMps, noiseM } = settings;
  const leftOut = lines[chosen]?.leftOut ?? null;
  const note = leftOut !== null && <p className={typography.hint}>{words.leftOut(leftOut.count, leftOut.first)}</p>;
  if (answer === null) {
    return (
      <>
        <RouteSection view={view} />
        {note}
        {!isDrawing && status !== 'empty' && <Conditions />}
      </>
    );
  }
  const pace =
    timesS !== null && isAsRecorded
      ? words.paceAsRecorded(formatTime(answer.walkS))
      : words.paceValue(speedMps, speedMps > REHEARSAL_SPEED_MPS.walkersMost);
  return (
    <>
      <details className={classNames(layout.disclosure, styles.setup)}>
        <summary>
          <span className={styles.outline}>
            <strong>{nameRoute(name, lines.length === 0 ? null : chosen + 1)}</strong>
            <span className={typography.hint}>{words.outline(lengthM, pace, noiseM)}</span>
          </span>
          <ChevronDown size={20} aria-hidden />
        </summary>
        <div className={styles.within}>
          <RouteSection view={view} />
          <Conditions />
        </div>
      </details>
      {note}
    </>
  );
}

/** Standard deviations of a rehearsed position's error, east and north each: none, open sky, a street, a narrow one. */
const REHEARSAL_NOISES_M = [0, 3, 8, 15] as const;

/** Settings of the simulated walk: the pace, and the noise of the fixes. */
export function Conditions() {
  const { settings, timesS, isAsRecorded } = useSnapshot(rehearsal);
  const { speedMps, noiseM, seed } = settings;
  const pace = words.paceValue(speedMps, speedMps > REHEARSAL_SPEED_MPS.walkersMost);
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{words.conditions}</h3>
      {timesS !== null && (
        <Segments
          label={words.paceFrom}
          options={[
            { value: 'recorded', label: words.paceRecorded },
            { value: 'steady', label: words.paceSteady },
          ]}
          chosen={isAsRecorded ? 'recorded' : 'steady'}
          onChoose={(value) => walkAsRecorded(value === 'recorded')}
        />
      )}
      {(timesS === null || !isAsRecorded) && (
        <div>
          <div className={styles.between}>
            <span className={typography.label}>{words.pace}</span>
            <span className={typography.hint}>{pace}</span>
          </div>
          <ValueSlider
            label={words.pace}
            text={pace}
            value={speedMps}
            min={REHEARSAL_SPEED_MPS.least}
            max={REHEARSAL_SPEED_MPS.most}
            step={0.1}
            onChange={(value) => changeSettings({ speedMps: Math.round(10 * value) / 10 })}
          />
        </div>
      )}
      <Segments
        label={words.noise}
        options={REHEARSAL_NOISES_M.map((m) => ({ value: String(m), label: words.noiseValue(m) }))}
        chosen={String(noiseM)}
        onChoose={(value) => changeSettings({ noiseM: Number(value) })}
      />
      {noiseM > 0 && (
        <div className={styles.between}>
          <span className={typography.hint}>{words.draws(seed)}</span>
          <Button
            variant="quiet"
            icon={<Dices size={18} aria-hidden />}
            onClick={() => changeSettings({ seed: seed + 1 })}
          >
            {words.again}
          </Button>
        </div>
      )}
    </section>
  );
}
