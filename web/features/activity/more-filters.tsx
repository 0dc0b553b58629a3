import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

export function MoreFilters({ active, children }: { active: number; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="copy-button activity-more"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={14} aria-hidden />
        {active > 0 ? `More filters (${active})` : 'More filters'}
      </button>
      <div className="activity-rest" data-open={isOpen}>
        {children}
      </div>
    </>
  );
}
