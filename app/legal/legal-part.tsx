import { type Facts, FilledText } from './filled-text.tsx';
import styles from './legal.module.css';
import type { Block, Part } from './terms-text.ts';

/** A part of a legal text, with its facts filled in. Its heading takes the focus of a link to its id. */
export function PartText({ part, facts }: { readonly part: Part; readonly facts: Facts }) {
  return (
    <section aria-labelledby={part.id} className={styles.part}>
      <h2 id={part.id} tabIndex={-1} className={styles.partTitle}>
        {part.title}
      </h2>
      {part.blocks === undefined ? null : (
        <div className={styles.section}>
          {part.blocks.map((block) => (
            <BlockText key={String(block)} block={block} facts={facts} />
          ))}
        </div>
      )}
      {part.sections.map((section) => (
        <div key={section.id} className={styles.section}>
          <h3 id={section.id} className={styles.sectionTitle}>
            {section.title}
          </h3>
          {section.blocks.map((block) => (
            <BlockText key={String(block)} block={block} facts={facts} />
          ))}
        </div>
      ))}
    </section>
  );
}

function BlockText({ block, facts }: { readonly block: Block; readonly facts: Facts }) {
  if (typeof block === 'string') {
    return (
      <p>
        <FilledText text={block} facts={facts} />
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {block.map((item) => (
        <li key={item}>
          <FilledText text={item} facts={facts} />
        </li>
      ))}
    </ul>
  );
}
