import { Headphones } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { listenFromHere } from '../walk/nearby/from-here.ts';
import { nearbyStrings as words } from '../walk/nearby/nearby-words.ts';

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
