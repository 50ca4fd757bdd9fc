/** Reads cells as a spreadsheet does: a quoted cell ends at the next single quote, and includes the text behind it. */
export function readCells(text: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        cell += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    }
    while (at < text.length && text[at] !== separator && text[at] !== '\n') cell += text[at++];
    cells.push(cell);
    at += 1;
  }
  return cells;
}
