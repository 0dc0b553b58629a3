import { IconWand } from '@tabler/icons-react';

import { useModelChoices } from './models';
import { PRESETS } from './presets';
import type { RuleForm } from './rule-form';

/** Fills the form; what was written before is replaced. */
export function PresetButtons({ form, onChange }: { form: RuleForm; onChange: () => void }) {
  const { first } = useModelChoices();
  return (
    <div className="rule-add" role="group" aria-label="Start from a preset">
      {PRESETS.map(({ id, label, draft }) => (
        <button
          key={id}
          type="button"
          className="copy-button"
          onClick={() => {
            form.setValues(draft(first));
            form.clearErrors();
            onChange();
          }}
        >
          <IconWand size={13} aria-hidden /> {label}
        </button>
      ))}
    </div>
  );
}
