import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import { t } from './texts';

import './collapsible.css';

interface FoldedPartProps {
  form: { errors: object };
  title: string;
  hint: string;
  /** Prefixes of field names: the part opens when one of them has an error. */
  of: readonly string[];
  isSet: boolean;
  children: ReactNode;
}

export const CollapsibleGroup = ({ children }: { children: ReactNode }) => (
  <div className="collapsible-group">{children}</div>
);

export function Collapsible({ form, title, hint, of, isSet, children }: FoldedPartProps) {
  const [isUnfolded, setIsUnfolded] = useState(isSet);
  const isOpen = isUnfolded || Object.keys(form.errors).some((name) => of.some((start) => name.startsWith(start)));
  return (
    <div className="collapsible">
      <button
        type="button"
        className="bare collapsible-head"
        aria-expanded={isOpen}
        onClick={() => setIsUnfolded(!isOpen)}
      >
        <IconChevronDown size={15} aria-hidden />
        <strong>{title}</strong>
        {!isOpen && <span className="dimmed">{isSet ? t('set') : hint}</span>}
      </button>
      <div className="collapsible-body" hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
