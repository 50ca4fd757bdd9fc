import { Headphones } from 'lucide-react';
import { listenFromHere } from '../../state/walk/nearby/from-here.ts';
import { Button } from '../../ui/button.tsx';
import { nearbyStrings as words } from '../../words/listen/nearby.ts';

/**
 * The button to listen without a position. `isMain`, for people who wanted to walk, adds that this plays everything.
 */
export function ListenFromHere({ isMain }: { readonly isMain: boolean }) {
  return (
    <>
      {isMain && <p>{words.withoutPosition}</p>}
      <Button
        wide
        variant={isMain ? 'primary' : 'secondary'}
        icon={<Headphones size={18} aria-hidden />}
        onClick={listenFromHere}
      >
        {words.listenFromHere}
      </Button>
    </>
  );
}
