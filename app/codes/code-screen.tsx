import { Headphones, Map as MapIcon } from 'lucide-react';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../page/error-words.ts';
import { paths } from '../paths.ts';
import { formatNumberedName } from '../places/place-words.ts';
import { places } from '../places/places.ts';
import { replaceWith } from '../platform/page/page-events.ts';
import { picked } from '../tellings/picked.ts';
import { Button } from '../ui/button.tsx';
import { langOf } from '../ui/language.ts';
import { useLoad } from '../ui/use-action.ts';
import { showPlace } from '../walk/map-focus.ts';
import { CodeFailure, CodeFrame, CodeLooking, CodeUnknown } from './code-frame.tsx';
import { codeStrings as words } from './code-words.ts';
import { findCode, listCoded, playCoded, prepareCoded, showCodeSheet } from './codes.ts';

/** The page of a code: one button that plays the story of its place, since browsers want a tap before sound. */
export function CodeScreen({ code }: { readonly code: string }) {
  const navigate = useNavigate();
  const { value: found, failure, retry } = useLoad(useCallback(() => openCode(code), [code]));
  const { list } = useSnapshot(picked);
  const toMap = (): void => void navigate(paths.home);
  if (failure !== undefined) return <CodeFailure words={wordsFor(failure)} onRetry={retry} />;
  if (found === undefined) return <CodeLooking />;
  const place = list.find(({ id }) => id === found);
  if (found === null || place === undefined) {
    return (
      <CodeUnknown>
        <Button
          wide
          onClick={() => {
            toMap();
            showCodeSheet(true);
          }}
        >
          {words.otherCode}
        </Button>
        <Button wide variant="secondary" onClick={toMap}>
          {words.toMap}
        </Button>
      </CodeUnknown>
    );
  }
  const see = (): void => {
    showPlace(place.id);
    toMap();
  };
  const listen = (): void => {
    playCoded(place.id);
    toMap();
  };
  return (
    <CodeFrame
      eyebrow={words.pageTitle(code.toUpperCase())}
      title={formatNumberedName(place)}
      lang={langOf(place.language)}
    >
      {place.media === null ? (
        <p>{words.silent}</p>
      ) : (
        <Button wide icon={<Headphones size={22} aria-hidden />} onClick={listen}>
          {words.listen}
        </Button>
      )}
      <Button wide variant="quiet" icon={<MapIcon size={18} aria-hidden />} onClick={see}>
        {words.seeOnMap}
      </Button>
    </CodeFrame>
  );
}

/** Finds the place of a code and lists it; null if the code leads nowhere. Leaves the page for a public one. */
async function openCode(code: string) {
  const target = await findCode(code);
  if (target === null) return null;
  if (target.kind === 'open') {
    replaceWith(target.path);
    return new Promise<never>(() => {});
  }
  const place = await listCoded(target);
  if (place === undefined && places.failure !== null) throw places.failure;
  if (place === undefined) return null;
  prepareCoded(place.id);
  return place.id;
}
