import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { Picture, PictureFile } from '../../contracts/telling.ts';
import { classNames } from './class-names.ts';
import styles from './picture-view.module.css';

/** The formats that a browser may choose from; all of them show JPEG. */
const CHOICE = ['image/avif', 'image/webp'] as const;

interface PictureViewProps {
  readonly picture: Pick<Picture, 'width' | 'height' | 'files'>;
  /** Its description for people who don't see it; empty without one. */
  readonly alt: string;
  /** Language of `alt`, if it is not the page's. */
  readonly lang?: string | undefined;
  /** How wide it is shown, as the attribute of the same name says it. */
  readonly sizes: string;
  /** Address of a copy on this device, shown instead of the files; null if nothing can be shown now. */
  readonly copy?: string | null | undefined;
  /** Said in its place if it can't be shown and has no description. */
  readonly missing: string;
  readonly className?: string | undefined;
  /** Called if an address can't be loaded, as one whose time is over. New files are then tried. */
  readonly onFailed?: (() => void) | undefined;
}

/** A picture of a place, in the format and size that the browser chooses. Has its place before it is loaded. */
export function PictureView({ picture, alt, lang, sizes, copy, missing, className, onFailed }: PictureViewProps) {
  const { width, height, files } = picture;
  /** The address that failed. */
  const [failed, setFailed] = useState<string | null>(null);
  const jpegs = filesOf(files, 'image/jpeg');
  const address = copy === undefined ? jpegs[0]?.link : (copy ?? undefined);
  if (address === undefined || address === failed) {
    return (
      <span
        role="img"
        aria-label={alt || missing}
        lang={alt === '' ? undefined : lang}
        dir="auto"
        className={classNames(styles.missing, className)}
      >
        <ImageOff size={28} aria-hidden />
        <span aria-hidden>{alt || missing}</span>
      </span>
    );
  }
  return (
    <picture className={styles.picture}>
      {copy === undefined &&
        CHOICE.map((type) => <source key={type} type={type} srcSet={srcSetOf(filesOf(files, type))} sizes={sizes} />)}
      <img
        src={address}
        {...(copy === undefined ? { srcSet: srcSetOf(jpegs), sizes } : {})}
        alt={alt}
        lang={lang}
        width={width}
        height={height}
        loading="lazy"
        decoding="async"
        draggable={false}
        className={classNames(styles.image, className)}
        onError={() => {
          setFailed(address);
          onFailed?.();
        }}
      />
    </picture>
  );
}

/** The files of a type, the widest first. */
function filesOf(files: readonly PictureFile[], type: PictureFile['type']): PictureFile[] {
  return files.filter((file) => file.type === type).sort((a, b) => b.width - a.width);
}

function srcSetOf(files: readonly PictureFile[]): string {
  return files.map(({ link, width }) => `${link} ${width}w`).join(', ');
}
