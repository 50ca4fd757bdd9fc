import type { RefObject } from 'react';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { keepDrawn } from '../../state/editor/place-editor.ts';
import { Button } from '../../ui/button.tsx';
import { editorStrings } from '../../words/editor.ts';
import { closeLine } from './draw/drawn-geometry.ts';
import type { Drawing } from './draw/use-draw-layer.ts';

/** Offers to make a zone of a line that was refused, rather than to draw it again. */
export function LineOffer({ drawn, mapId }: { readonly drawn: Drawing; readonly mapId: RefObject<ParcoursId | null> }) {
  const close = (): void => {
    const geometry = drawn.line === null ? null : closeLine(drawn.line);
    drawn.forgetLine();
    if (geometry !== null && mapId.current !== null) keepDrawn(geometry, mapId.current);
  };
  return (
    <Button variant="danger" onClick={close}>
      {editorStrings.lineClose}
    </Button>
  );
}
