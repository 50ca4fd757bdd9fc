/** A text with the part of it that is selected. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What a button of the toolbar does. */
export type MarkdownEdit = 'strong' | 'emphasis' | 'list' | 'link';

const MARKS = { strong: '**', emphasis: '*' } as const;

/**
 * Applies a button of the toolbar to the selected part: marks it, or takes the marks away if it has them; makes its lines a
 * list, or lines again; makes it a link whose address is then selected. Pure.
 */
export function editMarkdown(selected: Selected, edit: MarkdownEdit): Selected {
  if (edit === 'list') return toggleList(selected);
  return edit === 'link' ? insertLink(selected) : toggleMark(trimmed(selected), MARKS[edit]);
}

/** Spaces at its ends stay outside of the marks, which would otherwise mean nothing. */
function trimmed({ text, start, end }: Selected): Selected {
  const part = text.slice(start, end);
  const inner = part.trim();
  if (inner === '') return { text, start: end, end };
  const from = start + part.indexOf(inner);
  return { text, start: from, end: from + inner.length };
}

function toggleMark({ text, start, end }: Selected, mark: string): Selected {
  const [before, part, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const { length } = mark;
  // Of three stars, two are strong and one is emphasis.
  const has = (stars: number): boolean => (length === 2 ? stars >= 2 : stars % 2 === 1);
  const around = Math.min(/\**$/.exec(before)?.[0].length ?? 0, /^\**/.exec(after)?.[0].length ?? 0);
  if (part !== '' && has(around)) {
    return { text: before.slice(0, -length) + part + after.slice(length), start: start - length, end: end - length };
  }
  return { text: before + mark + part + mark + after, start: start + length, end: end + length };
}

function toggleList({ text, start, end }: Selected): Selected {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', Math.max(start, end - 1));
  const to = lineEnd === -1 ? text.length : lineEnd;
  const lines = text.slice(from, to).split('\n');
  const isList = lines.every((line) => line.startsWith('- ') || line.trim() === '') && lines.join('').trim() !== '';
  const changed = lines.map((line) => {
    if (isList) return line.replace(/^- /, '');
    return line.trim() === '' && lines.length > 1 ? line : `- ${line}`;
  });
  // A list begins after an empty line.
  const gap = !isList && from > 0 && !text.slice(0, from).endsWith('\n\n') ? '\n' : '';
  const list = changed.join('\n');
  const begin = from + gap.length;
  return {
    text: text.slice(0, from) + gap + list + text.slice(to),
    start: start === end ? begin + list.length : begin,
    end: begin + list.length,
  };
}

function insertLink({ text, start, end }: Selected): Selected {
  const part = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/i.test(part.trim());
  const words = isAddress ? '' : part;
  const address = isAddress ? part.trim() : 'https://';
  const link = `[${words}](${address})`;
  const at = isAddress || words === '' ? start + 1 : start + words.length + 3;
  const selectedLength = isAddress || words === '' ? words.length : address.length;
  return { text: text.slice(0, start) + link + text.slice(end), start: at, end: at + selectedLength };
}
