/** What the server itself tells the author of a place. */
export const placeWords = {
  hiddenAgain:
    'Ce son a déjà été masqué sur cette carte. Les admins du site le voient\u00a0; vous pouvez leur répondre ici.',
} as const;
