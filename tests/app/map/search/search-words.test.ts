import { describe, expect, it } from 'vitest';
import { describeFailedSearch, type FailedSearch } from '../../../../app/map/search/search-words.ts';

const OFFLINE_MODE = 'Le mode hors ligne est activé. Désactivez-le pour utiliser le réseau.';

describe('a failed search', () => {
  it.each<[FailedSearch, string]>([
    [{ wanted: 'suggestions', fault: 'unreadable' }, 'Failed to get autocomplete data: réponse illisible'],
    [{ wanted: 'address', fault: 'no-answer' }, 'Failed to get geocoding data: pas de réponse'],
    [{ wanted: 'suggestions', fault: 'offline-mode' }, `Failed to get autocomplete data: ${OFFLINE_MODE}`],
    [{ wanted: 'address', fault: { said: '502 Bad Gateway' } }, 'Failed to get geocoding data: 502 Bad Gateway'],
  ])('%j is described in the specification’s words', (failed, message) => {
    expect(describeFailedSearch(failed)).toBe(message);
  });
});
