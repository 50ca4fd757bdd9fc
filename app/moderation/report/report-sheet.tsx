import { MessageSquareWarning } from 'lucide-react';
import { useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { moderationCalls } from '../../../contracts/calls/moderation-calls.ts';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { REPORT_REASONS, type ReportedItem } from '../../../contracts/moderation.ts';
import { mayPlan } from '../../../contracts/permissions.ts';
import type { Place } from '../../../contracts/place.ts';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import { NewEmail } from '../../../contracts/user.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../page/error-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { parcours } from '../../parcours/parcours.ts';
import { formatPlaceName } from '../../places/place-words.ts';
import { ApiError, addCalls, call } from '../../platform/net/api.ts';
import { isOpenVisitor } from '../../session/open-visit.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Hint } from '../../ui/hint.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/text-field.tsx';
import { ReasonSheet } from '../reason-sheet.tsx';
import { reportReasons, reportStrings } from './report-words.ts';

addCalls(moderationCalls);

const words = reportStrings;

interface ReportSheetProps {
  readonly item: ReportedItem;
  readonly title: string;
  readonly onClose: () => void;
}

const BAD_EMAIL = new Error('Expected an email');

function ReportSheet({ item, title, onClose }: ReportSheetProps) {
  const { user } = useSnapshot(session);
  const [email, setEmail] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const hint = useId();
  const answerTo = email.trim();
  const explain = (error: unknown): string => {
    if (error === BAD_EMAIL) return words.email.fault;
    if (!(error instanceof ApiError)) return wordsFor(error);
    // The common words are about what is one's own.
    return error.code === 'too_many' ? words.tooMany : wordsFor(error);
  };
  return (
    <ReasonSheet
      title={title}
      lead={words.lead}
      labels={words}
      reasons={REPORT_REASONS.map((value) => ({ value, ...reportReasons[value] }))}
      onSend={async (reason, text) => {
        const isBad = answerTo !== '' && !NewEmail.safeParse(answerTo).success;
        setFaulty(isBad);
        if (isBad) throw BAD_EMAIL;
        const body = { thing: item, reason, words: text, ...(answerTo === '' ? {} : { answerTo }) };
        await call('report', { body });
        showNotice(words.sent);
      }}
      wordsFor={(error) => words.failed(explain(error))}
      onClose={onClose}
    >
      {isOpenVisitor(user) ? (
        <div className={layout.stack2}>
          <TextField
            label={words.email.label}
            type="email"
            autoComplete="email"
            value={email}
            maxLength={TEXT_LINE_MAX}
            invalid={isFaulty}
            aria-describedby={hint}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Hint id={hint} breaks>
            {words.email.hint}
          </Hint>
        </div>
      ) : null}
    </ReasonSheet>
  );
}

/** Reports a story. Renders nothing for its author. */
export function ReportStory({ place }: { readonly place: Pick<Place, 'id' | 'appelation' | 'userId'> }) {
  const { user } = useSnapshot(session);
  return user === null || user.id === place.userId ? null : <ReportPlace place={place} />;
}

/** Reports a planned place. Renders nothing for people who may delete it. */
export function ReportPlanned({ planned }: { readonly planned: PlannedPlace }) {
  const { user } = useSnapshot(session);
  const { list } = useSnapshot(parcours);
  const privilege = list.find(({ id }) => id === planned.map.id)?.privilege ?? null;
  return user === null || mayPlan(user.role, privilege) ? null : <ReportPlace place={planned} />;
}

function ReportPlace({ place }: { readonly place: Pick<Place, 'id' | 'appelation'> }) {
  const [isOpen, setOpen] = useState(false);
  const title = words.place(formatPlaceName(place.appelation));
  return (
    <>
      <IconButton
        label={title}
        icon={<MessageSquareWarning size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <ReportSheet item={{ kind: 'place', id: place.id }} title={title} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

/** Reports a map. */
export function ReportMap({ parcoursId, name }: { readonly parcoursId: ParcoursId; readonly name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        icon={<MessageSquareWarning size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words.map}
      </Button>
      {isOpen ? (
        <ReportSheet
          item={{ kind: 'map', id: parcoursId }}
          title={words.mapTitle(name)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
