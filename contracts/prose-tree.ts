import type { BlockContent, Nodes, PhrasingContent, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';

/** A part of a line. */
export type ProseInline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'strong' | 'emphasis'; readonly children: readonly ProseInline[] }
  | {
      readonly kind: 'link';
      /** Of a web page, or an address of mail. */
      readonly href: string;
      readonly isMail: boolean;
      readonly children: readonly ProseInline[];
    };

/** A part of a text. */
export type ProseBlock =
  | { readonly kind: 'paragraph'; readonly children: readonly ProseInline[] }
  | { readonly kind: 'heading'; readonly level: 3 | 4; readonly children: readonly ProseInline[] }
  | {
      readonly kind: 'list';
      /** Its first number; null for a list without numbers. */
      readonly start: number | null;
      readonly items: readonly (readonly ProseBlock[])[];
    };

/** Browsers and Node have it. */
declare const URL: {
  canParse(url: string): boolean;
  new (url: string): { readonly protocol: string; readonly href: string };
};

/** Syntax that our authors don't know, and would be surprised by: it stays as it is written, HTML above all. */
const UNUSED = ['codeFenced', 'codeIndented', 'codeText', 'definition', 'htmlFlow', 'htmlText', 'setextUnderline'];

/** What may begin syntax. A text of 20,000 characters has a few hundred. */
const MARKS = /[*_[\]<>&`#+\-\\]|\d[.)]|\n/g;
/** Beyond this a text is shown as it is written: the parser's time grows with the square of some of them. */
const MARKS_MAX = 2000;

/** Deepest nesting of lists and emphasis; below it only the words are left. */
const DEPTH_MAX = 6;

/**
 * Reads the small Markdown of places: paragraphs, headings, lists, emphasis, links, and each line's break. It has nothing
 * that runs or loads: HTML is text, images are their descriptions, and links lead to web pages and mail addresses.
 */
export function readProse(markdown: string): ProseBlock[] {
  if ((markdown.match(MARKS)?.length ?? 0) > MARKS_MAX) return asWritten(markdown);
  const root = fromMarkdown(markdown, { extensions: [{ disable: { null: UNUSED } }] });
  return readBlocks(root.children, 0);
}

function asWritten(text: string): ProseBlock[] {
  return text.split(/\n{2,}/).flatMap((part) => paragraphOf(linesOf(part)));
}

function readBlocks(nodes: readonly (RootContent | BlockContent)[], depth: number): ProseBlock[] {
  return nodes.flatMap((node): ProseBlock[] => {
    if (depth > DEPTH_MAX) return paragraphOf([{ kind: 'text', text: wordsIn(node) }]);
    switch (node.type) {
      case 'heading':
        return [{ kind: 'heading', level: node.depth === 1 ? 3 : 4, children: readInlines(node.children, depth) }];
      case 'list': {
        const items = node.children.map((item) => readBlocks(item.children, depth + 1));
        return [{ kind: 'list', start: node.ordered === true ? (node.start ?? 1) : null, items }];
      }
      case 'blockquote':
        return readBlocks(node.children, depth + 1);
      case 'paragraph':
        return paragraphOf(readInlines(node.children, depth));
      default:
        return paragraphOf([{ kind: 'text', text: wordsIn(node) }]);
    }
  });
}

function paragraphOf(children: readonly ProseInline[]): ProseBlock[] {
  return children.every((child) => child.kind === 'text' && child.text.trim() === '')
    ? []
    : [{ kind: 'paragraph', children }];
}

function readInlines(nodes: readonly PhrasingContent[], depth: number): ProseInline[] {
  return nodes.flatMap((node): ProseInline[] => {
    if (depth > DEPTH_MAX) return [{ kind: 'text', text: wordsIn(node) }];
    switch (node.type) {
      case 'break':
        return [{ kind: 'break' }];
      case 'strong':
      case 'emphasis':
        return [{ kind: node.type, children: readInlines(node.children, depth + 1) }];
      case 'link': {
        const children = readInlines(node.children, depth + 1);
        const href = safeHref(node.url);
        if (href === null) return children;
        const isEmpty = wordsIn(node).trim() === '';
        return [
          {
            kind: 'link',
            href,
            isMail: href.startsWith('mailto:'),
            children: isEmpty ? [{ kind: 'text', text: href }] : children,
          },
        ];
      }
      default:
        return linesOf(wordsIn(node));
    }
  });
}

/** Who writes in a field means each line's end. */
function linesOf(text: string): ProseInline[] {
  return text.split('\n').flatMap((line, index): ProseInline[] => {
    const words: ProseInline = { kind: 'text', text: line };
    return index === 0 ? [words] : [{ kind: 'break' }, words];
  });
}

/** Null for any other scheme, and for an address without one. */
function safeHref(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return ['http:', 'https:', 'mailto:'].includes(protocol) ? href : null;
}

/** All words in a node, however deep. */
function wordsIn(node: Nodes): string {
  const waiting: Nodes[] = [node];
  let words = '';
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('children' in next) waiting.push(...next.children.toReversed());
    else if ('value' in next) words += next.value;
    else if ('alt' in next) words += next.alt ?? '';
    else if (next.type === 'break') words += '\n';
  }
  return words;
}
