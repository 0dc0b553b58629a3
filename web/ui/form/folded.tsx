import { IconChevronDown } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import './folded.css';

interface FoldedPartProps {
  /** Its errors open the part that has the field. */
  form: { errors: object };
  title: string;
  hint: string;
  /** Beginnings of the names of its fields: it opens where one was refused. */
  of: readonly string[];
  isSet: boolean;
  children: ReactNode;
}

/** A frame around parts of a form that are folded. */
export const FoldedParts = ({ children }: { children: ReactNode }) => <div className="folded-parts">{children}</div>;

/** Fields that most do without, folded until wanted. */
export function FoldedPart({ form, title, hint, of, isSet, children }: FoldedPartProps) {
  const [isUnfolded, setIsUnfolded] = useState(isSet);
  const isOpen = isUnfolded || Object.keys(form.errors).some((name) => of.some((start) => name.startsWith(start)));
  return (
    <div className="folded-part">
      <button
        type="button"
        className="bare folded-part-head"
        aria-expanded={isOpen}
        onClick={() => setIsUnfolded(!isOpen)}
      >
        <IconChevronDown size={15} aria-hidden />
        <strong>{title}</strong>
        {!isOpen && <span className="dimmed">{isSet ? 'Set' : hint}</span>}
      </button>
      <div className="folded-part-body" hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
