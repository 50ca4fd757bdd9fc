import { type ProseBlock, type ProseInline, readProse } from '../../../contracts/prose-tree.ts';
import { parseWebVtt } from '../../../contracts/web-vtt.ts';
import { type Markup, markup, trusted } from '../html.ts';

/** Renders a text in Markdown: see `readProse`. Its headings stand below one of level 3. */
export function renderProse(markdown: string): Markup {
  return markup`${readProse(markdown).map(renderBlock)}`;
}

/** Renders a text without Markdown: its paragraphs and lines. */
export function renderPlain(text: string): Markup {
  const lines = (part: string) => part.split('\n').map((line, index) => (index === 0 ? line : markup`<br>${line}`));
  const parts = text.split(/\n{2,}/).filter((part) => part.trim() !== '');
  return markup`${parts.map((part) => markup`<p>${lines(part)}</p>`)}`;
}

/** A pause in what is said that begins another paragraph. */
const PARAGRAPH_PAUSE_MS = 1500;

/** Renders what is said in a sound, in paragraphs: another voice, or a pause, begins one. @param vtt in WebVTT */
export function renderTranscript(vtt: string): Markup {
  const paragraphs: { readonly voice: string | undefined; readonly lines: string[] }[] = [];
  let [voice, endMs]: [string | undefined, number] = [undefined, Number.NEGATIVE_INFINITY];
  for (const cue of parseWebVtt(vtt).cues) {
    const last = paragraphs.at(-1);
    if (last === undefined || cue.voice !== voice || cue.startMs - endMs > PARAGRAPH_PAUSE_MS) {
      paragraphs.push({ voice: cue.voice, lines: [cue.text] });
    } else last.lines.push(cue.text);
    [voice, endMs] = [cue.voice, cue.endMs];
  }
  return markup`${paragraphs.map(
    ({ voice, lines }) =>
      markup`<p>${voice === undefined ? null : markup`<b>${voice}</b> `}${lines.join(' ').replaceAll('\n', ' ')}</p>`,
  )}`;
}

function renderBlock(block: ProseBlock): Markup {
  switch (block.kind) {
    case 'paragraph':
      return markup`<p>${block.children.map(renderInline)}</p>`;
    case 'heading': {
      const name = trusted(`h${block.level + 1}`);
      return markup`<${name}>${block.children.map(renderInline)}</${name}>`;
    }
    case 'list': {
      const items = block.items.map((item) => markup`<li>${item.map(renderBlock)}</li>`);
      return block.start === null ? markup`<ul>${items}</ul>` : markup`<ol start="${block.start}">${items}</ol>`;
    }
  }
}

function renderInline(inline: ProseInline): Markup {
  switch (inline.kind) {
    case 'text':
      return markup`${inline.text}`;
    case 'break':
      return trusted('<br>');
    case 'strong':
      return markup`<strong>${inline.children.map(renderInline)}</strong>`;
    case 'emphasis':
      return markup`<em>${inline.children.map(renderInline)}</em>`;
    case 'link':
      return markup`<a href="${inline.href}" rel="noopener noreferrer nofollow">${inline.children.map(renderInline)}</a>`;
  }
}
