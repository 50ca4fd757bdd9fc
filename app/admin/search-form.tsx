import { Search } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import styles from './admin.module.css';
import { adminStrings } from './admin-words.ts';

/** A search field, and the list for its last submitted text. */
export function SearchForm({
  label,
  children,
}: {
  readonly label: string;
  /** Renders the list of rows that contain a text; all rows for an empty one. */
  readonly children: (search: string) => ReactNode;
}) {
  const [search, setSearch] = useState('');
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim());
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: `search` is not in all browsers that this runs in. */}
      <form className={styles.search} role="search" onSubmit={handleSubmit}>
        <TextField label={label} name="search" type="search" maxLength={TEXT_LINE_MAX} autoComplete="off" />
        <Button type="submit" variant="secondary" icon={<Search size={18} aria-hidden />}>
          {adminStrings.search}
        </Button>
      </form>
      {children(search)}
    </>
  );
}
