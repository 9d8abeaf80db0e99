import { useEffect, useRef, useState } from 'react';
import { listFaqs } from '../../../api/limits.ts';
import { Input } from '../../../ui/field.tsx';

const TYPING_MS = 300;

interface Props {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** A search that follows the typing. */
export function SearchField({ label, value, onSearch }: Props) {
  const [text, setText] = useState(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => search.current(text.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={label}
      className="max-w-80"
      maxLength={listFaqs.q.maxLength}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
