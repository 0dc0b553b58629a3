import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import type { PublicationForm } from './field-props';

import '../../../links/links.css';

interface PartProps {
  form: PublicationForm;
  title: string;
  hint: string;
  /** Beginnings of the names of its fields: it opens where one was refused. */
  of: readonly string[];
  isSet: boolean;
  children: ReactNode;
}

/** What most publications do without, folded until wanted. */
export function Part({ form, title, hint, of, isSet, children }: PartProps) {
  const [isUnfolded, setIsUnfolded] = useState(isSet);
  const isOpen = isUnfolded || Object.keys(form.errors).some((name) => of.some((start) => name.startsWith(start)));
  return (
    <div className="links-part">
      <button
        type="button"
        className="bare links-part-head"
        aria-expanded={isOpen}
        onClick={() => setIsUnfolded(!isOpen)}
      >
        <IconChevronDown size={15} aria-hidden />
        <strong>{title}</strong>
        {!isOpen && <span className="dimmed">{isSet ? 'Set' : hint}</span>}
      </button>
      <div className="links-part-body" hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
