import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { type ProseBlock, type ProseInline, readProse } from '../../contracts/prose-tree.ts';
import { OutsideLink } from './outside-link.tsx';
import styles from './prose.module.css';

/**
 * A text in Markdown, as elements and never as HTML: see {@link readProse}. Its headings stand below one of level 2. The
 * parser makes it large, so screens that show it are loaded when they are opened.
 */
export function Prose({
  text,
  lang,
}: {
  readonly text: string;
  /** Its language, if that isn't the interface's. */
  readonly lang?: string | undefined;
}) {
  const blocks = useMemo(() => readProse(text), [text]);
  return (
    <div className={styles.prose} lang={lang} dir="auto">
      {inOrder(blocks.map(showBlock))}
    </div>
  );
}

/** Children that keep their places, and so need no keys. */
function inOrder(children: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...children);
}

function showBlock(block: ProseBlock): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{inOrder(block.children.map(showInline))}</p>;
    case 'heading':
      return createElement(`h${block.level}`, null, ...block.children.map(showInline));
    case 'list': {
      const items = inOrder(block.items.map(showItem));
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
  }
}

function showItem(blocks: readonly ProseBlock[]): ReactNode {
  return <li>{inOrder(blocks.map(showBlock))}</li>;
}

function showInline(inline: ProseInline): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'break':
      return <br />;
    case 'strong':
      return <strong>{inOrder(inline.children.map(showInline))}</strong>;
    case 'emphasis':
      return <em>{inOrder(inline.children.map(showInline))}</em>;
    case 'link': {
      const words = inOrder(inline.children.map(showInline));
      if (inline.isMail) return <a href={inline.href}>{words}</a>;
      return <OutsideLink href={inline.href}>{words}</OutsideLink>;
    }
  }
}
