import { useState } from 'react';
import type { Measure, ModeratedItem, Report, ReportedVersion, ToldSound } from '../../../contracts/moderation.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { nameTelling } from '../../tellings/tellings-words.ts';
import { PageLink } from '../../ui/button-link.tsx';
import { Hint } from '../../ui/hint.tsx';
import layout from '../../ui/layout.module.css';
import { formatMoment } from '../../ui/number-words.ts';
import typography from '../../ui/typography.module.css';
import styles from '../moderation.module.css';
import { reportReasons } from '../report/report-words.ts';
import { StoryAudio } from '../story-audio.tsx';
import { ItemActs } from './moderation-acts.tsx';
import { OpenedMapSheet } from './opened-map-sheet.tsx';
import { queueStrings } from './queue-words.ts';
import { ReadReportedTexts, ReadTexts } from './read-texts.tsx';

const words = queueStrings;

/** A reported place or map: its author, state, audio and reports, the measures taken, and the possible ones. */
export function ReportedItemCard({ found }: { readonly found: ModeratedItem }) {
  const { thing: item, author, state, map, reportedAs, reports, measures } = found;
  const [isMapOpen, setMapOpen] = useState(false);
  const isPlace = item.kind === 'place';
  const name = isPlace ? formatPlaceName(found.name) : found.name;
  return (
    <li className={layout.panel}>
      <div className={layout.lines}>
        <Hint inline breaks>
          {words.kind[item.kind]}
        </Hint>
        <h3 className={styles.name}>{name}</h3>
        {isPlace ? (
          <Hint inline breaks>
            {words.onMap(map.name)}
          </Hint>
        ) : null}
        <Hint inline breaks>
          {author === null ? words.noAuthor : words.author(author.name, author.email)}
        </Hint>
        {author?.isSuspended ? <span className={styles.state}>{words.isSuspended}</span> : null}
        {state === 'shown' ? null : <span className={styles.state}>{words.states[state]}</span>}
        {reportedAs.length === 0 ? null : <span className={styles.state}>{words.changed}</span>}
      </div>
      {item.kind === 'place' ? (
        <>
          <StoryAudio media={found.media} name={name} />
          <ToldSounds told={found.told} name={name} />
          <ReadTexts placeId={item.id} name={name} />
        </>
      ) : (
        <Hint breaks>{found.description}</Hint>
      )}
      {reportedAs.length === 0 ? null : (
        <div>
          <h4 className={typography.label}>{words.reportedAs}</h4>
          <ul className={layout.stack2}>
            {reportedAs.map((version) => (
              <VersionItem key={version.reportedAt} isPlace={isPlace} version={version} />
            ))}
          </ul>
          {reportedAs.some(({ media, told }) => media !== null || told.length > 0) ? (
            <Hint breaks>{words.bothSounds}</Hint>
          ) : null}
        </div>
      )}
      {reports.length === 0 ? null : (
        <div>
          <h4 className={typography.label}>{words.reports(reports.length)}</h4>
          <ul className={layout.stack2}>
            {reports.map((report) => (
              <ReportItem key={report.id} report={report} />
            ))}
          </ul>
        </div>
      )}
      {measures.length === 0 ? null : (
        <div>
          <h4 className={typography.label}>{words.history}</h4>
          <ul className={layout.stack2}>
            {measures.map((measure) => (
              <MeasureItem key={measure.id} measure={measure} />
            ))}
          </ul>
        </div>
      )}
      <ItemActs
        item={item}
        name={name}
        state={state}
        isOpen={isToDecide(found)}
        hasAuthor={author !== null}
        author={author}
        onOpenMap={() => setMapOpen(true)}
      />
      {isMapOpen ? <OpenedMapSheet parcoursId={map.id} name={map.name} onClose={() => setMapOpen(false)} /> : null}
    </li>
  );
}

/** Whether a decision is pending, or an answer unread. */
export function isToDecide({ reports, measures }: Pick<ModeratedItem, 'reports' | 'measures'>): boolean {
  return reports.length > 0 || measures.some(({ isAnswerOpen }) => isAnswerOpen);
}

function VersionItem({ isPlace, version }: { readonly isPlace: boolean; readonly version: ReportedVersion }) {
  const moment = formatMoment(Date.parse(version.reportedAt), 'medium');
  const shown = isPlace ? formatPlaceName(version.name) : version.name;
  return (
    <li>
      <p>{words.version(shown, moment)}</p>
      {isPlace ? (
        <>
          <StoryAudio media={version.media} name={shown} asReported />
          <ToldSounds told={version.told} name={shown} asReported />
        </>
      ) : (
        <blockquote className={typography.quote}>{version.description}</blockquote>
      )}
      <ReadReportedTexts texts={version.texts} name={shown} />
    </li>
  );
}

/** The own sounds of a place's versions, each with its version's name. */
function ToldSounds({
  told,
  name,
  asReported = false,
}: {
  readonly told: readonly ToldSound[];
  readonly name: string;
  readonly asReported?: boolean;
}) {
  if (told.length === 0) return null;
  return (
    <ul className={layout.stack2}>
      {told.map(({ media, ...telling }) => {
        const version = nameTelling(telling);
        return (
          <li key={version}>
            <p className={typography.label}>{version}</p>
            <StoryAudio media={media} name={words.soundOf(name, version)} asReported={asReported} />
          </li>
        );
      })}
    </ul>
  );
}

function ReportItem({ report }: { readonly report: Report }) {
  const by = report.outside === null ? (report.reporter ?? words.guest) : words.outside;
  const answerTo = report.outside?.answerTo ?? null;
  const moment = formatMoment(Date.parse(report.madeAt), 'medium');
  return (
    <li>
      <p>{words.report(reportReasons[report.reason].label, by, moment)}</p>
      {report.words === null ? null : <blockquote className={typography.quote}>{report.words}</blockquote>}
      {answerTo === null ? null : (
        <>
          <PageLink variant="quiet" href={`mailto:${encodeURIComponent(answerTo).replace('%40', '@')}`}>
            {words.answerTo(answerTo)}
          </PageLink>
          <Hint breaks>{words.answerFirst}</Hint>
        </>
      )}
    </li>
  );
}

function MeasureItem({ measure }: { readonly measure: Measure }) {
  const { kind, by, takenAt, answer, answeredAt } = measure;
  return (
    <li>
      <p>{words.measure(kind, by, formatMoment(Date.parse(takenAt), 'medium'))}</p>
      {measure.words === null ? null : <blockquote className={typography.quote}>{measure.words}</blockquote>}
      {answer === null || answeredAt === null ? null : (
        <>
          <Hint breaks>{words.answer(formatMoment(Date.parse(answeredAt), 'medium'))}</Hint>
          <blockquote className={typography.quote}>{answer}</blockquote>
        </>
      )}
    </li>
  );
}
