import { IconWand } from '@tabler/icons-react';

import { useModelChoices } from './models';
import { PRESETS } from './presets';
import type { RuleForm } from './rule-form';
import { useWebhookChoices } from './webhook-choices';

/** Fills the form; what was written before is replaced. */
export function PresetButtons({ form, onChange }: { form: RuleForm; onChange: () => void }) {
  const { first: chatModel } = useModelChoices('chat');
  const { first: transcriptionModel } = useModelChoices('transcription');
  const webhooks = useWebhookChoices();
  const webhookId = webhooks.length === 1 ? (webhooks[0]?.value ?? '') : '';
  return (
    <div className="rule-add" role="group" aria-label="Start from a preset">
      {PRESETS.map(({ id, label, draft }) => (
        <button
          key={id}
          type="button"
          className="copy-button"
          onClick={() => {
            form.setValues(draft({ chatModel, transcriptionModel, webhookId }));
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
